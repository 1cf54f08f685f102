import { baseName } from '../../common/baseName';

/** Endings of the files that frames of our platforms come from, in lower case, without the dot. */
const sourceExtensions = [
	'java',
	'kt',
	'kts',
	'scala',
	'groovy',
	'swift',
	'm',
	'mm',
	'h',
	'c',
	'cc',
	'cpp',
	'cxx',
	'hpp',
	'hh',
	'cs',
	'fs',
	'vb',
	'dart',
	'js',
	'cjs',
	'mjs',
	'jsx',
	'ts',
	'cts',
	'mts',
	'tsx',
	'vue',
	'svelte',
	'rs',
	'go',
	'py',
] as const;

/** No sources, but what names the package that the sources beside them are of. */
const manifestNames = ['pubspec.yaml', 'package.json'] as const;

/**
 * Folders of dependencies and of what is built, wherever they are. `bin` alone is not among them: programs of Dart and
 * Node are written there.
 */
const excludedFolders = [
	'node_modules',
	'bower_components',
	'Pods',
	'Carthage',
	'DerivedData',
	'SourcePackages',
	'.build',
	'.gradle',
	'.dart_tool',
	'.pub-cache',
	'.git',
	'.svn',
	'.hg',
	'.idea',
	'.vs',
	'.expo',
	'.next',
	'build',
	'dist',
	'out',
	'obj',
	'bin/Debug',
	'bin/Release',
	'target',
	'vendor',
	'Library/PackageCache',
	'Library/Bee',
	'Library/Artifacts',
	'Library/ScriptAssemblies',
	'ephemeral',
] as const;

/** One pattern for `findFiles`, whose search knows no braces within braces. */
export const sourceGlob = `**/{${[...sourceExtensions.map((extension) => `*.${extension}`), ...manifestNames].join(',')}}`;

/** One pattern of what `findFiles` leaves out. */
export const excludeGlob = `{${excludedFolders.map((folder) => `**/${folder}/**`).join(',')}}`;

const extensions: ReadonlySet<string> = new Set(sourceExtensions);
const manifests: ReadonlySet<string> = new Set(manifestNames);
const excluded: readonly string[] = excludedFolders.map((folder) => `/${folder}/`);

/** Whether the two patterns would find it: for files that come while one watches. */
export function isIndexed(path: string): boolean {
	const name = baseName(path);
	const dot = name.lastIndexOf('.');
	if (!manifests.has(name) && (dot === -1 || !extensions.has(name.slice(dot + 1).toLowerCase()))) {
		return false;
	}
	const rooted = `/${path}`;
	return !excluded.some((folder) => rooted.includes(folder));
}
