import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type Files, nodeFiles } from '../../files/durableFile';
import { isUnfinished } from '../../files/unfinished';
import { heldFiles } from '../../locks/heldFiles';
import type { Outcome } from '../model/entry';
import { isExportFolderName } from '../model/names';
import { journalFileName, readJournal } from '../slices/journal';
import { isSliceFileName } from '../slices/slice';
import type { SliceTree } from '../slices/sliceTree';
import { clearUnfinished } from './clearUnfinished';
import { readEntry } from './entryFiles';
import type { ExportParts } from './exportParts';

/**
 * Whether a finished export keeps its slices: the one that may have been cut is all that has to be asked for again to find
 * out, and those that hold what was missing complete it. They do not where they lack records in turn that the export has.
 */
export function keepsSlices({ proof, doubts, answers, flags }: Outcome): boolean {
	const suspicious = doubts.some(({ kind }) => kind === 'roundCount' || kind === 'sameCount');
	if (proof === 'cut') {
		return doubts.every(({ kind }) => kind !== 'notFoundAgain');
	}
	return answers !== undefined && suspicious && !flags.includes('limitReached');
}

/**
 * Removes what a finished export was made from. The journal goes last, so that what a power cut leaves is known for what
 * it is. The export is whole without this, so what cannot be removed stays.
 */
export async function removeSlices(folder: string, files: Files): Promise<void> {
	const names = await readdir(folder).catch((): string[] => []);
	for (const name of [...names.filter(isSliceFileName), journalFileName]) {
		await removeQuietly(join(folder, name), files);
	}
}

/**
 * Removes what earlier exports of an application could not, as after a power cut, or when they were taken over.
 * @param folder Of the application; the caller has its turn.
 */
export async function removeLeftovers(
	folder: string,
	{ locks, files = nodeFiles }: Pick<ExportParts, 'locks' | 'files'>,
): Promise<void> {
	const names = await readdir(folder).catch((): string[] => []);
	for (const path of names.filter(isExportFolderName).map((name) => join(folder, name))) {
		const left = await leftoversIn(path);
		// Where somebody may be at work it is theirs, or can wait.
		if (left === undefined || (await locks.isLocked(path).catch(() => true))) {
			continue;
		}
		await using lock = await locks.tryLock(path).catch(() => undefined);
		if (lock) {
			const ours = heldFiles(files, lock);
			await clearUnfinished(path, ours).catch(() => undefined);
			if (left === 'slices') {
				await removeSlices(path, ours);
			}
		}
	}
}

/** Undefined where there are none, and where an export goes on from what is there. */
async function leftoversIn(folder: string): Promise<'slices' | 'unfinished' | undefined> {
	const names = await readdir(folder).catch((): string[] => []);
	const tree = names.includes(journalFileName) ? await readJournal(folder) : undefined;
	const unfinished = names.some(isUnfinished);
	const outcome = tree || unfinished ? (await readEntry(folder))?.outcome : undefined;
	if (!outcome) {
		return undefined;
	}
	if (tree && !keepsSlices(outcome) && !isVerification(tree, outcome)) {
		return 'slices';
	}
	return unfinished ? 'unfinished' : undefined;
}

export async function removeQuietly(path: string, files: Files): Promise<void> {
	// Windows does not remove what is read-only.
	await files.chmod(path, 0o600).catch(() => undefined);
	await files.rm(path, { force: true }).catch(() => undefined);
}

/** One that was stopped goes on from its slices. */
function isVerification(tree: SliceTree, { file }: Outcome): boolean {
	return tree.checked.length > 0 || tree.all.some(({ held }) => held?.file === file);
}
