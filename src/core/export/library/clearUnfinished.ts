import { readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { whileBusy } from '../../files/busyFiles';
import { onDisk } from '../../files/diskError';
import { type Files, renameDurably } from '../../files/durableFile';
import { finishedName, isUnfinished } from '../../files/unfinished';
import { chunkIdOf } from '../chunks/chunk';
import type { ChunkTree } from '../chunks/chunkTree';
import { readJournal } from '../chunks/journal';
import { isRecordsFileName } from '../model/names';

/** Deletes incomplete files. A file that is complete but was never renamed gets its final name. */
export async function clearUnfinished(folder: string, files: Files): Promise<void> {
	await onDisk(folder, async () => {
		const names = (await readdir(folder)).filter(isUnfinished);
		const tree = names.length > 0 ? await readJournal(folder) : undefined;
		for (const name of names) {
			const path = join(folder, name);
			const isComplete = tree !== undefined && (await isDownloaded(path, tree));
			const removed = isComplete ? join(folder, finishedName(name)) : path;
			await whileBusy(files, () => files.rm(removed, { force: true }));
			if (isComplete) {
				await renameDurably(path, removed, files);
			}
		}
	});
}

async function isDownloaded(path: string, tree: ChunkTree): Promise<boolean> {
	const name = finishedName(basename(path));
	const id = chunkIdOf(name);
	const node = isRecordsFileName(name) ? tree.whole : tree.leaves.find(({ chunk }) => chunk.id === id);
	return node?.written !== undefined && !node.held && (await stat(path)).size === node.written.bytes;
}
