import { isAbsolute, posix, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { getRealPath } from '../../files/realPaths';
import type { SourceFile } from '../../stack/locate/frameTarget';
import type { SourceIndex } from '../../stack/locate/sourceIndex';
import { isAbsolutePattern } from '../../stack/mapping/pathPattern';

export type FoundSource =
	/** `files` contains several files if several folders contain the path, or if the path is a link to another file. */
	| { readonly kind: 'found'; readonly files: readonly SourceFile[] }
	| { readonly kind: 'noWorkspace' | 'outsideWorkspace' | 'missingFile' };

/**
 * @param given An absolute path, a path relative to a workspace folder, or a path that starts with the name of a
 * workspace folder
 */
export async function findSourceFile(
	given: string,
	folders: SourceIndex['folders'],
	isFile: (uri: string) => Promise<boolean>,
): Promise<FoundSource> {
	if (folders.length === 0) {
		return { kind: 'noWorkspace' };
	}
	const files = new Map<string, SourceFile>();
	// Converting the path to UTF-8 and back replaces unpaired surrogates, which a URI can't contain.
	const wanted = pathsOf(Buffer.from(given).toString().replaceAll('\\', '/'), folders);
	const real = await Promise.all(wanted.map(realPath));
	for (const { uri, name } of folders) {
		const root = rootOf(uri);
		// For files on disk, real paths are compared, which have the same letter case as the indexed paths.
		const isOnDisk = uri.startsWith('file:');
		const inside = isOnDisk ? pathsBelow(await realPath(root), real) : [];
		for (const path of [...inside, ...pathsBelow(root, wanted)]) {
			const file = { uri: `${uri}/${path.split('/').map(encodeURIComponent).join('/')}`, folder: name, path };
			files.set(file.uri, file);
		}
	}
	if (files.size === 0) {
		return { kind: 'outsideWorkspace' };
	}
	const exist = await Promise.all([...files.values()].map(async (file) => ((await isFile(file.uri)) ? [file] : [])));
	const found = exist.flat();
	return found.length > 0 ? { kind: 'found', files: found } : { kind: 'missingFile' };
}

function pathsOf(path: string, folders: SourceIndex['folders']): readonly string[] {
	if (isAbsolutePattern(path)) {
		return [normalize(path)];
	}
	const paths = folders.flatMap(({ uri, name }) => {
		const relative = [path, ...(path.startsWith(`${name}/`) ? [path.slice(name.length + 1)] : [])];
		return relative.map((one) => normalize(`${rootOf(uri)}/${one}`));
	});
	return [...new Set(paths)];
}

function rootOf(uri: string): string {
	return normalize(uri.startsWith('file:') ? fileURLToPath(uri) : decodeURIComponent(new URL(uri).pathname));
}

/** Normalizes a path. Merges leading slashes, because Windows would connect to the computer in `//computer/share`. */
function normalize(path: string): string {
	const normal = posix.normalize(path.replaceAll(sep, '/'));
	return normal.replace(/^\/?([A-Za-z]):(?=\/|$)/, (_, drive: string) => `${drive.toLowerCase()}:`);
}

async function realPath(path: string): Promise<string> {
	return isAbsolute(path) ? normalize(await getRealPath(path)) : path;
}

function pathsBelow(root: string, paths: readonly string[]): readonly string[] {
	const start = root.endsWith('/') ? root : `${root}/`;
	return paths.flatMap((path) => (`${path}/`.startsWith(start) ? [path.slice(start.length)] : []));
}
