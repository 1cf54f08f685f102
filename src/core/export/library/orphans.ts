import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type Files, nodeFiles } from '../../files/durableFile';
import { isUnfinished } from '../../files/unfinished';
import { heldFiles } from '../../locks/heldFiles';
import { isChunkFileName } from '../chunks/chunk';
import type { ChunkTree } from '../chunks/chunkTree';
import { journalFileName, readJournal } from '../chunks/journal';
import type { Outcome } from '../model/entry';
import { isExportFolderName } from '../model/names';
import { clearUnfinished } from './clearUnfinished';
import { readEntry } from './entryFiles';
import type { ExportDependencies } from './exportDependencies';

/** Returns true if the chunk files are still needed to check a truncated chunk or to complete the export. */
export function retainsChunks({ proof, doubts, answers, flags }: Outcome): boolean {
	if (flags.includes('stopped')) {
		return true;
	}
	const suspicious = doubts.some(({ kind }) => kind === 'roundCount' || kind === 'sameCount');
	if (proof === 'cut') {
		return doubts.every(({ kind }) => kind !== 'notFoundAgain');
	}
	return answers !== undefined && suspicious && !flags.includes('limitReached');
}

/** Deletes the chunks and the journal. Errors are ignored, because a complete export works without these files. */
export async function removeChunks(folder: string, files: Files): Promise<void> {
	const names = await readdir(folder).catch((): string[] => []);
	for (const name of [...names.filter(isChunkFileName), journalFileName]) {
		await removeQuietly(join(folder, name), files);
	}
}

/** Deletes files that remain after a power failure. The caller must hold the lock on the application's folder. */
export async function removeOrphans(
	folder: string,
	{ locks, files = nodeFiles }: Pick<ExportDependencies, 'locks' | 'files'>,
): Promise<void> {
	const names = await readdir(folder).catch((): string[] => []);
	for (const path of names.filter(isExportFolderName).map((name) => join(folder, name))) {
		const left = await findOrphans(path);
		if (left === undefined || (await locks.isLocked(path).catch(() => true))) {
			continue;
		}
		await using lock = await locks.tryLock(path).catch(() => undefined);
		if (lock) {
			const ours = heldFiles(files, lock);
			await clearUnfinished(path, ours).catch(() => undefined);
			if (left === 'chunks') {
				await removeChunks(path, ours);
			}
		}
	}
}

async function findOrphans(folder: string): Promise<'chunks' | 'unfinished' | undefined> {
	const names = await readdir(folder).catch((): string[] => []);
	const tree = names.includes(journalFileName) ? await readJournal(folder) : undefined;
	const unfinished = names.some(isUnfinished);
	const outcome = tree || unfinished ? (await readEntry(folder))?.outcome : undefined;
	if (!outcome) {
		return undefined;
	}
	if (tree && !retainsChunks(outcome) && !isVerification(tree, outcome)) {
		return 'chunks';
	}
	return unfinished ? 'unfinished' : undefined;
}

export async function removeQuietly(path: string, files: Files): Promise<void> {
	// Windows can't delete read-only files.
	await files.chmod(path, 0o600).catch(() => undefined);
	await files.rm(path, { force: true }).catch(() => undefined);
}

/** Returns true if the chunks come from a verification. An interrupted verification can continue with its chunks. */
function isVerification(tree: ChunkTree, { file }: Outcome): boolean {
	return tree.checked.length > 0 || tree.all.some(({ held }) => held?.file === file);
}
