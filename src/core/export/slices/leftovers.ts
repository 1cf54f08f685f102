import { chmod, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Outcome } from '../entry';
import { readEntry } from '../entryFiles';
import { isExportFolderName } from '../names';
import { journalFileName, readJournal } from './journal';
import { isSliceFileName } from './slice';
import type { SliceTree } from './sliceTree';

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
export async function removeSlices(folder: string): Promise<void> {
	const names = await readdir(folder).catch((): string[] => []);
	for (const name of [...names.filter(isSliceFileName), journalFileName]) {
		await removeQuietly(join(folder, name));
	}
}

/**
 * Removes what earlier exports of an application could not, as after a power cut.
 * @param folder Of the application; the caller has its turn.
 */
export async function removeLeftovers(folder: string): Promise<void> {
	const names = await readdir(folder).catch((): string[] => []);
	for (const path of names.filter(isExportFolderName).map((name) => join(folder, name))) {
		const tree = await readJournal(path);
		const outcome = tree && (await readEntry(path))?.outcome;
		if (outcome && !keepsSlices(outcome) && !isVerification(tree, outcome)) {
			await removeSlices(path);
		}
	}
}

export async function removeQuietly(path: string): Promise<void> {
	// Windows does not remove what is read-only.
	await chmod(path, 0o600).catch(() => undefined);
	await rm(path, { force: true }).catch(() => undefined);
}

/** One that was stopped goes on from its slices. */
function isVerification(tree: SliceTree, { file }: Outcome): boolean {
	return tree.checked.length > 0 || tree.all.some(({ held }) => held?.file === file);
}
