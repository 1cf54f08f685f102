interface Language {
	readonly extensions: readonly string[];
	/** Languages whose declarations are found by the same rules; see `syntaxes`. By default, only namespaces are found. */
	readonly family?: string;
	/** Kinds of frames whose type can be in a file with the name of the type. */
	readonly typeFiles?: readonly ('managed' | 'native')[];
	/** Declaration at the beginning of a file that qualifies the names of its types. */
	readonly declares?: 'package' | 'namespace';
}

/** All source languages. Their files are searched for frames, and a text that names a line of them can be a trace. */
export const languages = [
	{ extensions: ['java'], family: 'java', typeFiles: ['managed'], declares: 'package' },
	{ extensions: ['kt'], family: 'kotlin', typeFiles: ['managed', 'native'], declares: 'package' },
	{ extensions: ['kts'], family: 'kotlin', declares: 'package' },
	{ extensions: ['scala'], family: 'kotlin', typeFiles: ['managed'], declares: 'package' },
	{ extensions: ['groovy'], family: 'java', typeFiles: ['managed'], declares: 'package' },
	{ extensions: ['swift'], family: 'swift', typeFiles: ['native'] },
	{ extensions: ['m', 'mm', 'h'], family: 'objectiveC', typeFiles: ['native'] },
	{ extensions: ['c', 'cc', 'cpp', 'cxx', 'hpp', 'hh'], family: 'cpp', typeFiles: ['native'] },
	{ extensions: ['cs'], family: 'csharp', typeFiles: ['managed', 'native'], declares: 'namespace' },
	{ extensions: ['fs', 'vb'], typeFiles: ['managed'], declares: 'namespace' },
	{ extensions: ['dart'], family: 'dart', typeFiles: ['managed'] },
	{ extensions: ['js', 'cjs', 'mjs', 'jsx', 'ts', 'cts', 'mts', 'tsx', 'vue', 'svelte'], family: 'javascript' },
	{ extensions: ['rs'], family: 'rust', typeFiles: ['native'] },
	{ extensions: ['go'], family: 'go', typeFiles: ['native'] },
	{ extensions: ['py'], family: 'python' },
] as const satisfies readonly Language[];

/** Returns the file extensions of the languages that match a condition. */
export function extensionsWhere(isIncluded: (language: Language) => boolean): readonly string[] {
	const all: readonly Language[] = languages;
	return all.filter(isIncluded).flatMap(({ extensions }) => extensions);
}
