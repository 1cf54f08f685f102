import { access, rmdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { deleteExport, exportFolders, type LibraryFolder, type Runners } from './library';
import { bytesIn } from './retention';

export interface LibrarySize extends FoldersSize {
	/** False for one that was never made, was removed, or is on a drive that is away. */
	readonly isThere: boolean;
	readonly exports: number;
}

export interface FoldersSize {
	readonly bytes: number;
	/** Of them, those in which another window is at work. */
	readonly runningElsewhere: number;
}

/** @throws AppError `disk` when the library is there and cannot be read */
export async function measureLibrary(library: string, runners: Runners): Promise<LibrarySize> {
	const folders = await exportFolders(library);
	const size = await measureFolders(folders, runners);
	const isThere = await access(library).then(
		() => true,
		() => false,
	);
	return { isThere, exports: folders.length, ...size };
}

export async function measureFolders(
	folders: readonly LibraryFolder[],
	{ running, locks }: Runners,
): Promise<FoldersSize> {
	let [bytes, runningElsewhere] = [0, 0];
	for (const { folder, name } of folders) {
		bytes += await bytesIn(folder);
		if (!running.has(name) && (await locks.isLocked(folder))) {
			runningElsewhere++;
		}
	}
	return { bytes, runningElsewhere };
}

/**
 * Deletes all exports of a library, of all services, also those that cannot be read, and then the folders that are empty
 * without them. What is not ours stays, and so does what holds it. One that cannot be deleted does not keep the others.
 * @throws AppError `disk` or `exportRunning`: of the first that could not be deleted
 */
export async function clearLibrary(library: string, runners: Runners): Promise<void> {
	await clearFolders(await exportFolders(library), runners, (folder) => deleteExport(library, folder, runners));
}

/** As `clearLibrary`, of these folders. @throws whatever `remove` throws: of the first that could not be deleted */
export async function clearFolders(
	folders: readonly LibraryFolder[],
	runners: Runners,
	remove: (folder: string) => Promise<void>,
): Promise<void> {
	const failures: unknown[] = [];
	const applications = new Set<string>();
	for (const { folder } of folders) {
		applications.add(dirname(folder));
		await remove(folder).catch((error) => failures.push(error));
	}
	for (const application of applications) {
		await removeIfEmpty(application, runners);
	}
	if (failures.length > 0) {
		throw failures[0];
	}
}

async function removeIfEmpty(application: string, { locks }: Runners): Promise<void> {
	try {
		// Takes away what an owner left who died.
		await (await locks.tryLock(application))?.[Symbol.asyncDispose]();
		await rmdir(application);
		await rmdir(dirname(application));
	} catch {
		// Something else is in it, or another window uses it.
	}
}
