import { dirname, join } from 'node:path';
import { isProblem } from '../../common/errors';
import { clearFolders, type FoldersSize, measureFolders } from '../../export/library/clearLibrary';
import type { ExportDependencies } from '../../export/library/exportDependencies';
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
import { isManifest, isSetFolderName, newSetFolderName } from '../model/names';
import type { SyncedSet, SyncPlan } from '../model/syncedSet';
import { readSet, requireSet, saveSettings, writeSet } from './setFolder';

/**
 * Reason why a synced set can't be used. `otherService` means that it belongs to another service, which must not
 * receive requests by mistake.
 */
export type SetFault = 'newerVersion' | 'otherService' | 'unreadable';

export interface SetEntry {
	readonly folder: string;
	readonly set: SyncedSet | SetFault;
	readonly runsElsewhere: boolean;
}

export async function createSet(library: string, service: string, plan: SyncPlan, zone: Zone): Promise<SetEntry> {
	const folder = join(applicationFolder(library, service, plan.application.id), newSetFolderName());
	const set: SyncedSet = { version: 1, service: normalizeService(service), plan, zone, days: [] };
	await onDisk(folder, () => makeNewFolder(folder, nodeFiles));
	await writeSet(folder, set, nodeFiles);
	return { folder, set, runsElsewhere: false };
}

/** Lists the synced sets of a service. Throws `disk` if the library exists but can't be read. */
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
		const set = await getSet(folder, normalizeService(service));
		const runsElsewhere = !running.has(name) && (await locks.isLocked(folder).catch(() => false));
		found.push({ folder, set, runsElsewhere });
	}
	return found;
}

async function getSet(folder: string, service: string): Promise<SyncedSet | SetFault> {
	try {
		const { set } = (await readSet(folder)) ?? {};
		return set === undefined || set.service === service ? (set ?? 'unreadable') : 'otherService';
	} catch (error) {
		const isNewer = isProblem(error, 'unreadable') && error.problem.fault === 'newerVersion';
		return isNewer ? 'newerVersion' : 'unreadable';
	}
}

/** Changes the manifest of a synced set and then runs `then`. The set remains locked during both steps. */
export async function changeSet(
	folder: string,
	dependencies: ExportDependencies,
	signal: AbortSignal,
	change: (set: SyncedSet) => SyncedSet | Promise<SyncedSet>,
	then: (set: SyncedSet, files: Files) => Promise<SyncedSet> = async (set) => set,
): Promise<SyncedSet> {
	return holding(folder, dependencies, signal, async (_, files) => {
		const { set } = await requireSet(folder);
		const changed = await change(set);
		await writeSet(folder, changed, files);
		await saveSettings(folder, changed, files);
		return then(changed, files);
	});
}

export interface SetsSize extends FoldersSize {
	readonly sets: number;
}

export async function measureSets(library: string, runners: Runners): Promise<SetsSize> {
	const folders = await foldersOfApplications(library, isSetFolderName);
	return { sets: folders.length, ...(await measureFolders(folders, runners)) };
}

export async function clearSets(library: string, runners: Runners): Promise<void> {
	const folders = await foldersOfApplications(library, isSetFolderName);
	await clearFolders(folders, runners, (folder) => deleteFolder(folder, runners));
}

/**
 * Returns the synced set with this manifest. Returns undefined if the file isn't a manifest in a library. Throws the
 * errors of `readSet`.
 */
export async function setOfManifest(path: string, libraries: readonly string[]): Promise<SyncedSet | undefined> {
	const folder = dirname(path);
	return isManifest(path) && (await isOfLibraries(folder, libraries)) ? (await readSet(folder))?.set : undefined;
}

export function isOfLibraries(folder: string, libraries: readonly string[]): Promise<boolean> {
	return findSet(folder, libraries).then(
		() => true,
		() => false,
	);
}

/** Returns the real path of a synced set in any library. Throws `disk` if the folder contains no synced set. */
export async function findSet(folder: string, libraries: readonly string[]): Promise<string> {
	const find = (library: string, path: string) => findInLibrary(library, path, isSetFolderName);
	return (await findInLibraries(folder, libraries, find)).found;
}
