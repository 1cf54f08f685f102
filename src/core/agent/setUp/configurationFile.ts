import { constants } from 'node:fs';
import { lstat, mkdir, open } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';

/**
 * Returns true if a path contains a symbolic link. The extension doesn't write through links, because a cloned
 * repository can contain a link to any of the user's files.
 */
export async function leadsThroughLink(path: string, folder: string): Promise<boolean> {
	let current = folder;
	for (const name of relative(folder, path).split(sep)) {
		current = join(current, name);
		const stats = await lstat(current).catch((error: NodeJS.ErrnoException) => {
			if (error.code === 'ENOENT') {
				return undefined;
			}
			throw error;
		});
		if (!stats) {
			return false;
		}
		if (stats.isSymbolicLink()) {
			return true;
		}
	}
	return false;
}

/** Writes a file and creates its folder. Throws if the file has been replaced by a symbolic link. */
export async function writeConfiguration(path: string, text: string, followsLink: boolean): Promise<void> {
	await mkdir(dirname(path), { recursive: true });
	const { O_WRONLY, O_CREAT, O_TRUNC } = constants;
	// `O_NOFOLLOW` is undefined on Windows.
	const noLink = followsLink ? 0 : (constants.O_NOFOLLOW ?? 0);
	await using file = await open(path, O_WRONLY | O_CREAT | O_TRUNC | noLink, 0o666);
	await file.writeFile(text);
}
