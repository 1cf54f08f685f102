/** Language families by file extension. In files of the family `other`, only namespaces are found. */
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

interface PlatformDefinition {
	/**
	 * Matches text that identifies a stack trace. Undefined if traces are recognized by file names and line numbers in
	 * frames.
	 */
	readonly sign?: RegExp;
	/**
	 * Matches the start of a trace line, without indentation. Text with escaped line breaks (`\n`) is decoded only if such
	 * a start follows one of them.
	 */
	readonly beginning: RegExp;
}

export const platforms = {
	jvm: {
		sign: /(?:\b|\\t)at [\w$.<>/]{1,200} ?\(/im,
		beginning: /at |Caused by: |Suppressed: |\.\.\. |"main"|native: /,
	},
	ndk: { sign: /\b(?:abs|pc) [\da-f]/im, beginning: /#\d{1,5}(?:\s|\\{1,4}t)|backtrace:/ },
	apple: {
		sign: /\b0x[\da-f]{5}|"imageI|"callStackR|"bug_t/im,
		beginning: /\d{1,4} {1,40}\S|0x[\da-f]{8,16}, |Thread \d|(?:\* )?frame #\d|in /,
	},
	dotnet: {
		sign: /^ {3}[^\s"{}]{1,12} [\w.+`<>|[\],]{1,200}\(/im,
		beginning:
			/---|[\dA-Fa-f]{8,16} {1,4}[\dA-Fa-f]{8}|[^\s\\.]{1,12} [\w.$<>`|+[\],]{1,200}\(|[^\\.]{1,24}: [\w.$<>`|+[\],]{1,200}\(/,
	},
	unity: { sign: /^[ \t]{0,80}[\w.+`<>]{1,200}:[\w.<>]{1,100} ?\(/im, beginning: /[\w.:+$<>`]{3,200} ?\(/ },
	javascript: { sign: /@\d{1,7}:\d/im, beginning: /[\w$.<>]{1,200}@/ },
	dart: { beginning: /<asynchronous|package:/ },
	cpp: { sign: /\.(?:dll|exe)!/im, beginning: /[\w.-]{1,60}![\w:~<]/ },
	python: { beginning: /(?:\| {0,8})?File \\{0,4}"/ },
	go: { beginning: /goroutine \d|created by |panic: / },
	rust: { sign: /stack backtrace:/im, beginning: /thread '|stack backtrace:|\d{1,4}: {1,9}[\w<]/ },
} as const satisfies Readonly<Record<string, PlatformDefinition>>;

const definitions: readonly PlatformDefinition[] = Object.values(platforms);

/** File extensions of bundles and compiled files that appear in frames. */
const builtExtensions = ['pyx', 'wasm', 'bundle', 'jsbundle'];

/** Matches a source position, an address, or a call. Every trace whose frames can be located contains a match. */
// Made at run time: each alternative is a pattern without unlimited repetitions.
export const traceSign = new RegExp(
	[
		`\\.(?:${[...Object.keys(languageFamilies), ...builtExtensions].join('|')})\\b.{0,20}?\\d`,
		...definitions.flatMap(({ sign }) => sign?.source ?? []),
	].join('|'),
	'im',
);

// Made at run time: each alternative is a pattern without unlimited repetitions.
export const lineBeginning = new RegExp(`^(?:${definitions.map(({ beginning }) => beginning.source).join('|')})`);
