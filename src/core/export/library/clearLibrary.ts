import { access, rmdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { deleteExport, exportFolders, type LibraryFolder, type Runners } from './library';
import { bytesIn } from './retention';

export interface LibrarySize extends FoldersSize {
	/** False if the library doesn't exist or its drive is disconnected. */
	readonly isThere: boolean;
	readonly exports: number;
}

export interface FoldersSize {
	readonly bytes: number;
	readonly runningElsewhere: number;
}

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

/** Deletes all exports, including unreadable ones, and then the empty folders. Throws the first error at the end. */
export async function clearLibrary(library: string, runners: Runners): Promise<void> {
	await clearFolders(await exportFolders(library), runners, (folder) => deleteExport(library, folder, runners));
}

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
		// A terminated process may have left a lock file. Acquiring and releasing the lock deletes the lock file.
		await (await locks.tryLock(application))?.[Symbol.asyncDispose]();
		await rmdir(application);
		await rmdir(dirname(application));
	} catch {
		// Errors are ignored, because the folder may contain other files or be used by another window.
	}
}
