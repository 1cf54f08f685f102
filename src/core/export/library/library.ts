import type { Dirent } from 'node:fs';
import { lstat, readdir, realpath } from 'node:fs/promises';
import { basename, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { AppError, isProblem } from '../../common/errors';
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
 * The library on disk: `<library>/<service>/<application ID>/<export>/`, with the names of `names.ts`. Every export
 * folder holds `question.json`, and once its records are whole those and `outcome.json`.
 */

/** Names of the folders of exports that run in this process; no two exports share one. */
type RunningFolders = ReadonlySet<string>;

/** Who runs exports: this process, and by their locks all others. */
export interface Runners {
	readonly running: RunningFolders;
	readonly locks: Pick<ExportLocks, 'isLocked' | 'tryLock'>;
}

export interface ExportListing {
	/** Newest first. Of those that run in this process only the whole ones, which are being verified or completed. */
	readonly entries: readonly ExportEntry[];
	/** Folders of exports that hold something else than an export this version can read. */
	readonly unreadable: number;
}

export function applicationFolder(library: string, service: string, applicationId: string): string {
	return join(library, serviceFolderName(service), applicationId);
}

/**
 * All exports of a service, those that were interrupted among them. What does not look like an export is passed over.
 * @throws AppError `disk` when the library is there and cannot be read
 */
export async function listExports(library: string, service: string, runners: Runners): Promise<ExportListing> {
	const root = join(library, serviceFolderName(service));
	const applications = await foldersIn(root, isApplicationId);
	const listings: ExportListing[] = [];
	for (const application of applications) {
		listings.push(await listApplication(join(root, application), runners));
	}
	return {
		entries: listings.flatMap((listing) => listing.entries).sort(newestFirst),
		unreadable: listings.reduce((sum, listing) => sum + listing.unreadable, 0),
	};
}

/** Exports of one application, newest first, from its folder. */
export async function listApplication(folder: string, { running, locks }: Runners): Promise<ExportListing> {
	const entries: ExportEntry[] = [];
	let unreadable = 0;
	const names = await foldersIn(folder, isExportFolderName).catch(() => undefined);
	if (!names) {
		return { entries, unreadable: 1 };
	}
	for (const name of names) {
		const path = join(folder, name);
		const entry = await readEntry(path);
		if (running.has(name) && !entry?.outcome) {
			continue;
		}
		// A whole one can be opened, whoever verifies it just now.
		const runs = entry?.outcome === undefined && (await locks.isLocked(path).catch(() => false));
		if (entry) {
			entries.push(runs ? { ...entry, runsElsewhere: true } : entry);
		} else if (!runs) {
			unreadable++;
		}
	}
	return { entries: entries.sort(newestFirst), unreadable };
}

/**
 * Deletes an export with all that its folder holds. Refuses anything that is not an export inside the library, by
 * whatever links and dots the path gets there, and an export that is running.
 * @throws AppError `disk` or `exportRunning`
 */
export async function deleteExport(library: string, folder: string, runners: Runners): Promise<void> {
	const found = await findExport(library, folder);
	if (found === undefined) {
		throw new AppError({ kind: 'disk', fault: 'denied', path: folder, code: 'EPERM' });
	}
	await deleteFolder(found, runners);
}

/**
 * Deletes a folder of the library with all that it holds, unless somebody is at work in it.
 * @param found Its real path.
 * @throws AppError `disk` or `exportRunning`
 */
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
 * Deletes the folder of an export, with read-only files, which Windows would not delete as they are. What tells that it is
 * one goes last: where records cannot be deleted, as Windows does not while another program has them open, it is still
 * there to be deleted later.
 */
export async function removeFolder(folder: string, files: Pick<Files, 'chmod' | 'rm'>): Promise<void> {
	for (const file of await readdir(folder, { withFileTypes: true, recursive: true })) {
		if (file.isFile()) {
			// What follows reports what this would have helped with.
			await files.chmod(join(file.parentPath, file.name), 0o600).catch(() => undefined);
		}
	}
	const contents = (await readdir(folder)).filter((name) => !tellsExport(name));
	for (const path of [...contents.map((name) => join(folder, name)), folder]) {
		await files.rm(path, { recursive: true, force: true, maxRetries: 4 });
	}
}

function tellsExport(name: string): boolean {
	return name === questionFileName || name === outcomeFileName || isBeginning(name);
}

/** Deleting is what makes room on a full disk, so it must not need any. */
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

/**
 * The library that an export is in.
 * @throws AppError `disk` for a folder that is no export of any of them
 */
export async function libraryOf(folder: string, libraries: readonly string[]): Promise<string> {
	return (await findInLibraries(folder, libraries, findExport)).library;
}

/**
 * The library that a folder is in, and its real path there.
 * @throws AppError `disk` for a folder that is in none of them
 */
export async function findInLibraries(
	folder: string,
	libraries: readonly string[],
	find: (library: string, folder: string) => Promise<string | undefined>,
): Promise<{ readonly library: string; readonly found: string }> {
	for (const library of libraries) {
		// One that is not there, as on a drive that is away, has nothing of ours there either.
		const found = await find(library, folder).catch(() => undefined);
		if (found !== undefined) {
			return { library, found };
		}
	}
	throw new AppError({ kind: 'disk', fault: 'denied', path: folder, code: 'EPERM' });
}

/** The real path of an export inside the library; undefined for everything else. */
export async function findExport(library: string, folder: string): Promise<string | undefined> {
	const found = await findInLibrary(library, folder, isExportFolderName);
	return found !== undefined && (await holdsExport(found)) ? found : undefined;
}

/**
 * The real path of a folder that is of an application in the library, by whatever links and dots its path gets there;
 * undefined for everything else.
 */
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
	/** Of the folder. */
	readonly name: string;
	/** Name of the folder of its service. */
	readonly serviceFolder: string;
}

/**
 * The folders of all exports of all services, those that cannot be read among them.
 * @throws AppError `disk` when the library is there and cannot be read
 */
export async function exportFolders(library: string): Promise<readonly LibraryFolder[]> {
	const found: LibraryFolder[] = [];
	for (const folder of await foldersOfApplications(library, isExportFolderName)) {
		if (await holdsExport(folder.folder)) {
			found.push(folder);
		}
	}
	return found;
}

/** The folders of all applications of all services. @throws AppError `disk` when the library is there and cannot be read */
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

/** What every export begins with, or what was there before it when its window ended at once. */
async function holdsExport(folder: string): Promise<boolean> {
	return (await holdsQuestion(folder)) || (await readFolder(folder)).every(({ name }) => isBeginning(name));
}

function isBeginning(name: string): boolean {
	return name.startsWith(lockFileName) || name.startsWith('question.json.');
}

/** Names of the folders in a folder; none where it is not there. @throws AppError `disk` */
export async function foldersIn(folder: string, isWanted: (name: string) => boolean = () => true): Promise<string[]> {
	return (await readFolder(folder))
		.filter((entry) => entry.isDirectory() && isWanted(entry.name))
		.map((entry) => entry.name);
}

/** What is in a folder; nothing where it is not there. @throws AppError `disk` */
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
