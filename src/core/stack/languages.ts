/**
 * Maps the extension of each source file to its language family. The lines of frames are searched for in files with
 * these extensions. All languages in a family share the rules for finding declarations. For the family `other`, only
 * namespaces are found.
 */
export const languageFamilies = {
	java: 'java',
	kt: 'kotlin',
	kts: 'kotlin',
	scala: 'kotlin',
	groovy: 'java',
	swift: 'swift',
	m: 'objectiveC',
	mm: 'objectiveC',
	h: 'objectiveC',
	c: 'cpp',
	cc: 'cpp',
	cpp: 'cpp',
	cxx: 'cpp',
	hpp: 'cpp',
	hh: 'cpp',
	cs: 'csharp',
	fs: 'other',
	vb: 'other',
	dart: 'dart',
	js: 'javascript',
	cjs: 'javascript',
	mjs: 'javascript',
	jsx: 'javascript',
	ts: 'javascript',
	cts: 'javascript',
	mts: 'javascript',
	tsx: 'javascript',
	vue: 'javascript',
	svelte: 'javascript',
	rs: 'rust',
	go: 'go',
	py: 'python',
} as const;
