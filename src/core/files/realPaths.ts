import { realpath } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, sep } from 'node:path';

export type RealPath = (path: string) => Promise<string>;

/**
 * Resolves symbolic links and restores the letter case on disk. If the file doesn't exist, resolves the existing parent
 * folders.
 */
export async function getRealPath(path: string): Promise<string> {
	try {
		return await realpath(path);
	} catch {
		const above = dirname(path);
		return above === path ? path : join(await getRealPath(above), basename(path));
	}
}

export function isInside(folder: string, path: string): boolean {
	const inside = relative(folder, path);
	return inside !== '' && inside !== '..' && !inside.startsWith(`..${sep}`) && !isAbsolute(inside);
}
