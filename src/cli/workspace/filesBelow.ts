import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** So that a disk is asked for many folders at a time. */
const askedAtOnce = 16;

/** A file below a folder, with forward slashes and without the folder itself. */
type RelativePath = string;

/**
 * The files below a folder, level by level, so that what is left out of a tree without end lies deepest. Links are not
 * followed; a folder that cannot be read has no files.
 *
 * @param enters Whether a folder is looked into.
 * @param takes Whether a file is listed.
 * @param most Files that are listed.
 */
export async function filesBelow(
	root: string,
	enters: (path: RelativePath) => boolean,
	takes: (path: RelativePath) => boolean,
	most: number,
): Promise<{ readonly files: readonly RelativePath[]; readonly capped: boolean }> {
	const files: RelativePath[] = [];
	let level: readonly RelativePath[] = [''];
	while (level.length > 0 && files.length <= most) {
		const next: RelativePath[] = [];
		for (let start = 0; start < level.length; start += askedAtOnce) {
			const folders = level.slice(start, start + askedAtOnce);
			const listings = await Promise.all(
				folders.map((folder) => readdir(join(root, folder), { withFileTypes: true }).catch(() => [])),
			);
			for (const [at, folder] of folders.entries()) {
				for (const entry of listings[at] ?? []) {
					const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
					if (entry.isFile() && takes(path)) {
						files.push(path);
					} else if (entry.isDirectory() && enters(path)) {
						next.push(path);
					}
				}
			}
		}
		level = next;
	}
	return { files: files.slice(0, most), capped: files.length > most };
}
