import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

const askedAtOnce = 16;

type RelativePath = string;

/**
 * Lists files in a folder and its subfolders. If there are too many files, omits the most deeply nested files. Doesn't
 * follow links.
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
