import { baseName } from '../../common/baseName';
import { languageFamilies } from '../languages';

const sourceExtensions = Object.keys(languageFamilies);

const manifestNames = ['pubspec.yaml', 'package.json', 'project.pbxproj'] as const;

/** Folders of dependencies and build output. `bin` is not included: Dart and Node.js have source files there. */
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

/** Glob pattern for all source files. It has no nested braces, because `findFiles` does not support them. */
export const sourceGlob = `**/{${[...sourceExtensions.map((extension) => `*.${extension}`), ...manifestNames].join(',')}}`;

export const excludeGlob = `{${excludedFolders.map((folder) => `**/${folder}/**`).join(',')}}`;

const extensions: ReadonlySet<string> = new Set(sourceExtensions);
const manifests: ReadonlySet<string> = new Set(manifestNames);
const excluded: readonly string[] = excludedFolders.map((folder) => `/${folder}/`);

/** Returns true if the path matches the include but not the exclude patterns, which file watchers don't apply. */
export function isIndexed(path: string): boolean {
	const name = baseName(path);
	const dot = name.lastIndexOf('.');
	if (!manifests.has(name) && (dot === -1 || !extensions.has(name.slice(dot + 1).toLowerCase()))) {
		return false;
	}
	const rooted = `/${path}`;
	return !excluded.some((folder) => rooted.includes(folder));
}
