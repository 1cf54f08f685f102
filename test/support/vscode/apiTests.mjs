/** Host tests that call version-dependent parts of the VS Code API. They also run in the oldest supported version. */
export const apiTests = [
	'00-activation',
	'accounts',
	'agents',
	'codeGroup',
	'codeMarks',
	'messages',
	'resultsOpen',
	'revisions',
	'sample',
	'stackLinks',
	'storage',
	'traceDocuments',
	'wizard',
	'zz-traces',
].map((name) => `host/${name}.test.ts`);
