import { rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { AppError } from '../../common/errors';
import type { ExportParts } from '../../export/library/exportParts';
import {
	applicationFolder,
	findInLibrary,
	foldersOfApplications,
	type Runners,
	removeFolder,
} from '../../export/library/library';
import { bytesIn } from '../../export/library/retention';
import { normalizeService, serviceFolderName } from '../../export/model/names';
import { holding } from '../../export/run/exportRun';
import { onDisk } from '../../files/diskError';
import { makeNewFolder, nodeFiles } from '../../files/durableFile';
import type { Zone } from '../../plan/range';
import type { KeptPlan, KeptSet } from '../model/keptSet';
import { isSetFolderName, newSetFolderName } from '../model/names';
import { readSet, writeSet } from './setFolder';

/** Records can be about people, so only their owner gets into the folder. */
const ownerOnly = 0o700;

/** A set of the library. */
export interface SetEntry {
	readonly folder: string;
	/** Undefined: one that this version cannot read. */
	readonly set: KeptSet | undefined;
	/** Another window updates it, or another machine that shares the folder. */
	readonly runsElsewhere: boolean;
}

/** @throws AppError `disk` */
export async function createSet(library: string, service: string, plan: KeptPlan, zone: Zone): Promise<SetEntry> {
	const folder = join(applicationFolder(library, service, plan.application.id), newSetFolderName());
	const set: KeptSet = { version: 1, service: normalizeService(service), plan, zone, days: [] };
	await onDisk(folder, () => makeNewFolder(folder, ownerOnly, nodeFiles));
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
		const set = await readSet(folder).then(
			(read) => read?.set,
			() => undefined,
		);
		// A set of another service in this one's folder would be asked for there.
		if (!set || set.service === normalizeService(service)) {
			const runsElsewhere = !running.has(name) && (await locks.isLocked(folder).catch(() => false));
			found.push({ folder, set, runsElsewhere });
		}
	}
	return found;
}

/**
 * Changes what a set says while nobody updates it.
 * @throws AppError `unreadable`, `exportRunning`, `disk`
 */
export async function changeSet(
	folder: string,
	parts: ExportParts,
	signal: AbortSignal,
	change: (set: KeptSet) => KeptSet,
): Promise<KeptSet> {
	return holding(folder, parts, signal, async (_, files) => {
		const found = await readSet(folder);
		if (!found) {
			throw new AppError({ kind: 'unreadable', fault: 'missing', path: folder, code: 'ENOENT' });
		}
		const changed = change(found.set);
		await writeSet(folder, changed, files);
		return changed;
	});
}

/**
 * Deletes a set with all its records.
 * @throws AppError `exportRunning`, `disk`
 */
export async function deleteSet(folder: string, parts: ExportParts, signal: AbortSignal): Promise<void> {
	await holding(folder, parts, signal, (_, files) => onDisk(folder, () => removeFolder(folder, files)));
}

export interface SetsSize {
	readonly sets: number;
	readonly bytes: number;
	/** Of them, those that are updated elsewhere. */
	readonly runningElsewhere: number;
}

/** @throws AppError `disk` when the library is there and cannot be read */
export async function measureSets(library: string, { running, locks }: Runners): Promise<SetsSize> {
	let [sets, bytes, runningElsewhere] = [0, 0, 0];
	for (const { folder, name } of await foldersOfApplications(library, isSetFolderName)) {
		sets++;
		bytes += await bytesIn(folder);
		runningElsewhere += !running.has(name) && (await locks.isLocked(folder)) ? 1 : 0;
	}
	return { sets, bytes, runningElsewhere };
}

/**
 * Deletes all sets of a library, also those that cannot be read. One that cannot be deleted does not keep the others.
 * @throws AppError `disk` or `exportRunning`: of the first that could not be deleted
 */
export async function clearSets(library: string, parts: ExportParts, signal: AbortSignal): Promise<void> {
	const failures: unknown[] = [];
	for (const { folder } of await foldersOfApplications(library, isSetFolderName)) {
		await deleteSet(folder, parts, signal).catch((error) => failures.push(error));
		// An application without exports has nothing else there.
		await rmdir(dirname(folder)).catch(() => undefined);
		await rmdir(dirname(dirname(folder))).catch(() => undefined);
	}
	if (failures.length > 0) {
		throw failures[0];
	}
}

/**
 * The real path of a set in one of the libraries.
 * @throws AppError `disk` for a folder that is none
 */
export async function findSet(folder: string, libraries: readonly string[]): Promise<string> {
	for (const library of libraries) {
		// One that is not there, as on a drive that is away, has none of its sets there either.
		const found = await findInLibrary(library, folder, isSetFolderName).catch(() => undefined);
		if (found !== undefined) {
			return found;
		}
	}
	throw new AppError({ kind: 'disk', fault: 'denied', path: folder, code: 'EPERM' });
}
