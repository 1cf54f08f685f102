import { framePath, pathLikeness } from '../trace/framePath';
import type { Frame } from '../trace/model';
import { getTypeParameters, typeExtensions, typeFileNames } from './frameNames';
import type { SourceFile } from './frameTarget';
import type { SourceIndex } from './sourceIndex';

export interface Candidates {
	readonly name: string | undefined;
	/** How the files were found. For `compiled` (sources of a compiled file), the frame's line number doesn't apply. */
	readonly by: 'file' | 'type' | 'compiled';
	readonly files: readonly SourceFile[];
}

const compiledFrom: Readonly<Record<string, readonly string[]>> = {
	js: ['ts', 'tsx', 'jsx', 'vue', 'svelte'],
	jsx: ['tsx'],
	mjs: ['mts', 'ts'],
	cjs: ['cts', 'ts'],
};

export function candidatesFor(frame: Frame, index: SourceIndex): Candidates {
	const { segments } = framePath(frame.file);
	const name = segments.at(-1);
	if (name !== undefined) {
		const files = index.named(name);
		return files.length > 0 ? { name, by: 'file', files } : { name, by: 'compiled', files: sourcesOf(name, index) };
	}
	const names = typeFileNames(frame);
	const extensions = typeExtensions(frame);
	if (extensions.size === 0) {
		return { name: undefined, by: 'type', files: [] };
	}
	const generic = getTypeParameters(frame) !== undefined;
	const found: SourceFile[] = [];
	for (const type of names) {
		found.push(...index.ofType(type, extensions));
		// Naming conventions differ for files of generic types, so the first match may be wrong.
		if (found.length > 0 && !(generic && /(?:[`}T]|`\d)$/.test(type))) {
			return { name: type, by: 'type', files: found };
		}
	}
	return { name: names[0], by: 'type', files: [] };
}

function sourcesOf(name: string, index: SourceIndex): SourceFile[] {
	const dot = name.lastIndexOf('.');
	const extensions = compiledFrom[name.slice(dot + 1).toLowerCase()] ?? [];
	return extensions.flatMap((extension) => index.named(`${name.slice(0, dot)}.${extension}`));
}

export function likeliest(frame: Frame, files: readonly SourceFile[], most: number): readonly SourceFile[] {
	if (files.length <= most) {
		return files;
	}
	const path = packagePath(frame);
	return files
		.map((file) => ({ file, folders: pathLikeness(path, file.path.split('/')).folders }))
		.sort((a, b) => b.folders - a.folders)
		.slice(0, most)
		.map(({ file }) => file);
}

export function packagePath(frame: Frame): readonly string[] {
	const { segments } = framePath(frame.file);
	const type = frame.enclosing?.type ?? frame.type ?? '';
	if (segments.length > 1 || type.includes('::')) {
		return segments;
	}
	const module = frame.module === undefined ? [] : [frame.module];
	const folders = type.includes('.') ? type.split('.').slice(0, -1) : module;
	return [...folders, segments[0] ?? ''];
}
