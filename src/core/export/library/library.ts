import type { Dirent } from 'node:fs';
import { lstat, readdir, realpath } from 'node:fs/promises';
import { basename, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { AppError, isProblem } from '../../common/errors';
import { whileBusy } from '../../files/busyFiles';
import { onDisk } from '../../files/diskError';
import { type Files, nodeFiles } from '../../files/durableFile';
import type { ExportLock, ExportLocks } from '../../locks/exportLock';
import { heldFiles } from '../../locks/heldFiles';
import { lockFileName } from '../../locks/lockFiles';
import { isApplicationId } from '../../plan/applicationId';
import type { ExportEntry } from '../model/entry';
import { isExportFolderName, serviceFolderName } from '../model/names';
import { holdsQuestion, outcomeFileName, questionFileName, readEntry } from './entryFiles';

/*
 * A library has folders with the path `<library>/<service>/<application ID>/<export>/`, whose names are defined in
 * `names.ts`. Every export folder contains `request.json`. When the records are complete, it also contains the records
 * file and `outcome.json`.
 */

/** Folder names of the exports that are running in this process. Names are unique across services. */
type RunningFolders = ReadonlySet<string>;

export interface Runners {
	readonly running: RunningFolders;
	readonly locks: Pick<ExportLocks, 'isLocked' | 'tryLock'>;
}

export interface ExportListing {
	/** Exports, newest first. An export that is running in this process is included after its records are complete. */
	readonly entries: readonly ExportEntry[];
	readonly unreadable: number;
}

export function applicationFolder(library: string, service: string, applicationId: string): string {
	return join(library, serviceFolderName(service), applicationId);
}

/**
 * @param cached Exports by folder. The files of these exports are not read again.
 * @throws AppError `disk` if the library can't be read
 */
export async function listExports(
	library: string,
	service: string,
	runners: Runners,
	cached?: ReadonlyMap<string, ExportEntry>,
): Promise<ExportListing> {
	const root = join(library, serviceFolderName(service));
	const applications = await foldersIn(root, isApplicationId);
	const listings: ExportListing[] = [];
	for (const application of applications) {
		listings.push(await listApplication(join(root, application), runners, cached));
	}
	return {
		entries: listings.flatMap((listing) => listing.entries).sort(newestFirst),
		unreadable: listings.reduce((sum, listing) => sum + listing.unreadable, 0),
	};
}

export async function listApplication(
	folder: string,
	{ running, locks }: Runners,
	cached?: ReadonlyMap<string, ExportEntry>,
): Promise<ExportListing> {
	const entries: ExportEntry[] = [];
	let unreadable = 0;
	const names = await foldersIn(folder, isExportFolderName).catch(() => undefined);
	if (!names) {
		return { entries, unreadable: 1 };
	}
	for (const name of names) {
		const path = join(folder, name);
		const entry = cached?.get(path) ?? (await readEntry(path));
		if (running.has(name) && !entry?.outcome) {
			continue;
		}
		// A complete export can be opened even while another process verifies it, so it isn't listed as running.
		const runs = entry?.outcome === undefined && (await locks.isLocked(path).catch(() => false));
		if (entry) {
			entries.push(runs ? { ...entry, runsElsewhere: true } : entry);
		} else if (!runs) {
			unreadable++;
		}
	}
	return { entries: entries.sort(newestFirst), unreadable };
}

/** Deletes an export folder. Throws if the export is running or its real path is outside the library. */
export async function deleteExport(library: string, folder: string, runners: Runners): Promise<void> {
	const found = await findExport(library, folder);
	if (found === undefined) {
		throw new AppError({ kind: 'disk', fault: 'denied', path: folder, code: 'EPERM' });
	}
	await deleteFolder(found, runners);
}

/** @param found Real path of the folder. */
export async function deleteFolder(found: string, { running, locks }: Runners): Promise<void> {
	if (running.has(basename(found))) {
		throw new AppError({ kind: 'exportRunning', where: 'here' });
	}
	await using lock = await lockToDelete(found, locks);
	if (!lock) {
		throw new AppError({ kind: 'exportRunning', where: 'elsewhere' });
	}
	await onDisk(found, () => removeFolder(found, 'token' in lock ? heldFiles(nodeFiles, lock) : nodeFiles));
}

/**
 * Deletes a folder. The request file is deleted last, so that the folder is still recognized as an export if the
 * deletion fails.
 */
export async function removeFolder(folder: string, files: Pick<Files, 'chmod' | 'rm' | 'maxBusyMs'>): Promise<void> {
	for (const file of await readdir(folder, { withFileTypes: true, recursive: true })) {
		if (file.isFile()) {
			await files.chmod(join(file.parentPath, file.name), 0o600).catch(() => undefined);
		}
	}
	const contents = (await readdir(folder)).filter((name) => !tellsExport(name));
	for (const path of [...contents.map((name) => join(folder, name)), folder]) {
		await whileBusy(files, () => files.rm(path, { recursive: true, force: true }));
	}
}

function tellsExport(name: string): boolean {
	return name === questionFileName || name === outcomeFileName || isBeginning(name);
}

/**
 * Acquires the lock. If a full disk prevents this and the folder isn't locked, continues without a lock, so that users
 * can free space by deleting exports.
 */
async function lockToDelete(
	folder: string,
	locks: Runners['locks'],
): Promise<ExportLock | AsyncDisposable | undefined> {
	try {
		return await locks.tryLock(folder);
	} catch (error) {
		if (isProblem(error, 'disk') && error.problem.fault === 'full' && !(await locks.isLocked(folder))) {
			return { [Symbol.asyncDispose]: () => Promise.resolve() };
		}
		throw error;
	}
}

/** Returns the library that contains a folder. Throws `disk` if the folder is not an export in any library. */
export async function getLibrary(folder: string, libraries: readonly string[]): Promise<string> {
	return (await findInLibraries(folder, libraries, findExport)).library;
}

/**
 * Returns the library that contains a folder, and the folder's real path. Throws `disk` if no library contains the
 * folder.
 */
export async function findInLibraries(
	folder: string,
	libraries: readonly string[],
	find: (library: string, folder: string) => Promise<string | undefined>,
): Promise<{ readonly library: string; readonly found: string }> {
	for (const library of libraries) {
		// A library on a disconnected drive causes an error and can't contain the folder.
		const found = await find(library, folder).catch(() => undefined);
		if (found !== undefined) {
			return { library, found };
		}
	}
	throw new AppError({ kind: 'disk', fault: 'denied', path: folder, code: 'EPERM' });
}

export async function findExport(library: string, folder: string): Promise<string | undefined> {
	const found = await findInLibrary(library, folder, isExportFolderName);
	return found !== undefined && (await holdsExport(found)) ? found : undefined;
}

export async function findInLibrary(
	library: string,
	folder: string,
	isWanted: (name: string) => boolean,
): Promise<string | undefined> {
	const path = resolve(folder);
	const [root, real, stats] = await onDisk(path, () => Promise.all([realpath(library), realpath(path), lstat(path)]));
	const inside = relative(root, real);
	const [service, application = '', name = '', ...deeper] = inside.split(sep);
	const isThere =
		stats.isDirectory() &&
		!isAbsolute(inside) &&
		service !== '..' &&
		isApplicationId(application) &&
		isWanted(name) &&
		deeper.length === 0;
	return isThere ? real : undefined;
}

export interface LibraryFolder {
	readonly folder: string;
	readonly name: string;
	readonly serviceFolder: string;
}

export async function exportFolders(library: string): Promise<readonly LibraryFolder[]> {
	const found: LibraryFolder[] = [];
	for (const folder of await foldersOfApplications(library, isExportFolderName)) {
		if (await holdsExport(folder.folder)) {
			found.push(folder);
		}
	}
	return found;
}

export async function foldersOfApplications(
	library: string,
	isWanted: (name: string) => boolean,
): Promise<readonly LibraryFolder[]> {
	const found: LibraryFolder[] = [];
	for (const serviceFolder of await foldersIn(library)) {
		for (const application of await foldersIn(join(library, serviceFolder), isApplicationId)) {
			const parent = join(library, serviceFolder, application);
			for (const name of await foldersIn(parent, isWanted)) {
				found.push({ folder: join(parent, name), name, serviceFolder });
			}
		}
	}
	return found;
}

/** Returns true if a folder contains an export, even one whose process ended right after the start. */
async function holdsExport(folder: string): Promise<boolean> {
	return (await holdsQuestion(folder)) || (await readFolder(folder)).every(({ name }) => isBeginning(name));
}

function isBeginning(name: string): boolean {
	return name.startsWith(lockFileName) || name.startsWith('request.json.');
}

export async function foldersIn(folder: string, isWanted: (name: string) => boolean = () => true): Promise<string[]> {
	return (await readFolder(folder))
		.filter((entry) => entry.isDirectory() && isWanted(entry.name))
		.map((entry) => entry.name);
}

export async function readFolder(folder: string): Promise<Dirent[]> {
	try {
		return await onDisk(folder, () => readdir(folder, { withFileTypes: true }));
	} catch (error) {
		if (isProblem(error, 'disk') && error.problem.fault === 'missing') {
			return [];
		}
		throw error;
	}
}

function newestFirst(a: ExportEntry, b: ExportEntry): number {
	return Date.parse(b.stored.askedAt) - Date.parse(a.stored.askedAt) || (a.folder < b.folder ? 1 : -1);
}
