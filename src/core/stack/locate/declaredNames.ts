import { baseName } from '../../common/baseName';
import { appleLibraryImages, dartPackages, dotnetNamespaces, jvmPackages, platformPackages } from '../own/libraryNames';
import type { OwnName } from '../own/ownCode';
import type { SourceFile } from './frameTarget';
import { dartName, getSwiftTarget } from './packages';
import type { SourceIndex } from './sourceIndex';

/** Number of bytes to read per file. Usually enough for the license, the imports, and the package or namespace. */
export const declarationBytes = 8192;

/** Maximum number of files to examine. Many files declare the same package, so further files rarely add names. */
const maxFiles = 2_000;
const maxManifests = 500;

const jvm: ReadonlySet<string> = new Set(['java', 'kt', 'kts', 'scala', 'groovy']);
const dotnet: ReadonlySet<string> = new Set(['cs', 'fs', 'vb']);
const namespaced: ReadonlySet<string> = new Set([...jvm, ...dotnet]);
const swift: ReadonlySet<string> = new Set(['swift']);

export function declaringFiles(index: SourceIndex): readonly SourceFile[] {
	const manifests = [...index.named('pubspec.yaml'), ...index.named('package.json')];
	return [...manifests.slice(0, maxManifests), ...index.spread(namespaced, maxFiles)];
}

export function declaredModules(index: SourceIndex): readonly OwnName[] {
	const targets = index.spread(swift, maxFiles).map((file) => getSwiftTarget(file, index) ?? '');
	return [...new Set(targets)].filter((name) => appleLibraryImages.has(name)).map((name) => `swift ${name}`);
}

/** Returns declared names that look like library names. `head` is the first `declarationBytes` bytes of the file. */
export function declaredNames({ path }: SourceFile, head: string): readonly OwnName[] {
	const base = baseName(path);
	const extension = base.slice(base.lastIndexOf('.') + 1).toLowerCase();
	if (base === 'pubspec.yaml') {
		const name = dartName(head);
		return name !== undefined && dartPackages.has(name) ? [`dart ${name}`] : [];
	}
	if (base === 'package.json') {
		// Skips the package in the workspace root, because no other package depends on it.
		const name = path === base ? undefined : /"name"\s{0,20}:\s{0,20}"([\w@/.-]{1,214})"/.exec(head)?.[1];
		return name === undefined ? [] : [`npm ${name}`];
	}
	if (jvm.has(extension)) {
		const name = /^[ \t]{0,20}package[ \t]{1,20}([\w.`\u0080-\uffff]{1,300})[ \t]{0,20};?\s/m.exec(head)?.[1];
		return name === undefined ? [] : claimed('package', name.replaceAll('`', ''), base, jvmPackages);
	}
	const names = head.matchAll(/^[ \t]{0,20}namespace[ \t]{1,20}([\w.\u0080-\uffff]{1,300})[ \t]{0,20}[;{=]?\s/gim);
	return [...names].flatMap(([, name = '']) => claimed('namespace', name, base, dotnetNamespaces));
}

function claimed(
	kind: 'package' | 'namespace',
	name: string,
	file: string,
	libraries: readonly string[],
): readonly OwnName[] {
	const start = `${name}.`;
	if (platformPackages.some((platform) => start.startsWith(platform))) {
		return [`file ${name}/${file}`];
	}
	return libraries.some((library) => start.startsWith(library)) ? [`${kind} ${name}`] : [];
}
