import { realpath } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, sep } from 'node:path';

/** Gives the one path of what may be reached by several. */
export type RealPath = (path: string) => Promise<string>;

/**
 * The path as the disk has it: without links, and with its capitals where the disk does not tell them apart, as on macOS and
 * Windows. Of what is not there, the folders above it so.
 */
export async function realPathOf(path: string): Promise<string> {
	try {
		return await realpath(path);
	} catch {
		const above = dirname(path);
		return above === path ? path : join(await realPathOf(above), basename(path));
	}
}

/** Of real paths. */
export function isInside(folder: string, path: string): boolean {
	const inside = relative(folder, path);
	return inside !== '' && inside !== '..' && !inside.startsWith(`..${sep}`) && !isAbsolute(inside);
}
