import { dirname, join } from 'node:path';
import { isProblem } from '../../common/errors';
import { clearFolders, type FoldersSize, measureFolders } from '../../export/library/clearLibrary';
import type { ExportParts } from '../../export/library/exportParts';
import {
	applicationFolder,
	deleteFolder,
	findInLibraries,
	findInLibrary,
	foldersOfApplications,
	type Runners,
} from '../../export/library/library';
import { normalizeService, serviceFolderName } from '../../export/model/names';
import { holding } from '../../export/run/exportRun';
import { onDisk } from '../../files/diskError';
import { type Files, makeNewFolder, nodeFiles } from '../../files/durableFile';
import type { Zone } from '../../plan/range';
import type { KeptPlan, KeptSet } from '../model/keptSet';
import { isManifest, isSetFolderName, newSetFolderName } from '../model/names';
import { readSet, requireSet, writeSet } from './setFolder';

/**
 * `newerVersion`: a newer version of this program wrote it. `otherService`: it is in the folder of a service and was kept from
 * another one, and would be asked for at the wrong one. `unreadable`: its manifest and its parts are gone or damaged, or
 * the disk does not give them.
 */
export type SetFault = 'newerVersion' | 'otherService' | 'unreadable';

/** A set of the library. */
export interface SetEntry {
	readonly folder: string;
	/** Or why its records cannot be shown. */
	readonly set: KeptSet | SetFault;
	/** Another window updates it, or another machine that shares the folder. */
	readonly runsElsewhere: boolean;
}

/** @throws AppError `disk` */
export async function createSet(library: string, service: string, plan: KeptPlan, zone: Zone): Promise<SetEntry> {
	const folder = join(applicationFolder(library, service, plan.application.id), newSetFolderName());
	const set: KeptSet = { version: 1, service: normalizeService(service), plan, zone, days: [] };
	await onDisk(folder, () => makeNewFolder(folder, nodeFiles));
	await writeSet(folder, set, nodeFiles);
	return { folder, set, runsElsewhere: false };
}

/**
 * All sets of a service.
 * @throws AppError `disk` when the library is there and cannot be read
 */
export async function listSets(
	library: string,
	service: string,
	{ running, locks }: Runners,
): Promise<readonly SetEntry[]> {
	const found: SetEntry[] = [];
	for (const { folder, name, serviceFolder } of await foldersOfApplications(library, isSetFolderName)) {
		if (serviceFolder !== serviceFolderName(service)) {
			continue;
		}
		const set = await setOf(folder, normalizeService(service));
		const runsElsewhere = !running.has(name) && (await locks.isLocked(folder).catch(() => false));
		found.push({ folder, set, runsElsewhere });
	}
	return found;
}

async function setOf(folder: string, service: string): Promise<KeptSet | SetFault> {
	try {
		const { set } = (await readSet(folder)) ?? {};
		return set === undefined || set.service === service ? (set ?? 'unreadable') : 'otherService';
	} catch (error) {
		const isNewer = isProblem(error, 'unreadable') && error.problem.fault === 'newerVersion';
		return isNewer ? 'newerVersion' : 'unreadable';
	}
}

/**
 * Changes what a set says while nobody updates it.
 * @param then What is to be done about it then.
 * @throws AppError `unreadable`, `exportRunning`, `disk`
 */
export async function changeSet(
	folder: string,
	parts: ExportParts,
	signal: AbortSignal,
	change: (set: KeptSet) => KeptSet,
	then: (set: KeptSet, files: Files) => Promise<KeptSet> = async (set) => set,
): Promise<KeptSet> {
	return holding(folder, parts, signal, async (_, files) => {
		const { set } = await requireSet(folder);
		const changed = change(set);
		await writeSet(folder, changed, files);
		return then(changed, files);
	});
}

export interface SetsSize extends FoldersSize {
	readonly sets: number;
}

/** @throws AppError `disk` when the library is there and cannot be read */
export async function measureSets(library: string, runners: Runners): Promise<SetsSize> {
	const folders = await foldersOfApplications(library, isSetFolderName);
	return { sets: folders.length, ...(await measureFolders(folders, runners)) };
}

/**
 * Deletes all sets of a library, also those that cannot be read, as `clearLibrary` does exports.
 * @throws AppError `disk` or `exportRunning`: of the first that could not be deleted
 */
export async function clearSets(library: string, runners: Runners): Promise<void> {
	const folders = await foldersOfApplications(library, isSetFolderName);
	await clearFolders(folders, runners, (folder) => deleteFolder(folder, runners));
}

/**
 * The set that a manifest tells of; undefined for a file that is none of ours.
 * @throws AppError as `readSet`
 */
export async function setOfManifest(path: string, libraries: readonly string[]): Promise<KeptSet | undefined> {
	const folder = dirname(path);
	return isManifest(path) && (await isOfLibraries(folder, libraries)) ? (await readSet(folder))?.set : undefined;
}

/** Whether a folder is that of a set in one of the libraries. */
export function isOfLibraries(folder: string, libraries: readonly string[]): Promise<boolean> {
	return findSet(folder, libraries).then(
		() => true,
		() => false,
	);
}

/**
 * The real path of a set in one of the libraries.
 * @throws AppError `disk` for a folder that is none
 */
export async function findSet(folder: string, libraries: readonly string[]): Promise<string> {
	const find = (library: string, path: string) => findInLibrary(library, path, isSetFolderName);
	return (await findInLibraries(folder, libraries, find)).found;
}
