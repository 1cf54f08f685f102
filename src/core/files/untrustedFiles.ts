import { constants } from 'node:fs';
import { lstat, open } from 'node:fs/promises';
import { join } from 'node:path';

/** Returns the path of nested folders. Returns undefined if a folder doesn't exist or is a symbolic link. */
export async function realFolder(base: string, below: readonly string[]): Promise<string | undefined> {
	let folder = base;
	for (const name of below) {
		folder = join(folder, name);
		const stats = await lstat(folder).catch(() => undefined);
		if (!stats?.isDirectory()) {
			return undefined;
		}
	}
	return folder;
}

/**
 * Reads a file as text. Returns undefined if the path isn't a file or the file is too large. Symbolic links are not
 * followed.
 */
export async function readSmallFile(path: string, maxBytes: number): Promise<string | undefined> {
	await using file = await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
	if (!(await file.stat()).isFile()) {
		return undefined;
	}
	const { buffer, bytesRead } = await file.read(Buffer.alloc(maxBytes + 1), 0, maxBytes + 1, 0);
	return bytesRead > maxBytes ? undefined : buffer.toString('utf8', 0, bytesRead).replace(/^\ufeff/, '');
}
