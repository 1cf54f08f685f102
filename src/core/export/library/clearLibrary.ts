import { access, rmdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { deleteExport, exportFolders, type Runners } from './library';
import { bytesIn } from './retention';

export interface LibrarySize {
	/** False for one that was never made, was removed, or is on a drive that is away. */
	readonly isThere: boolean;
	readonly exports: number;
	readonly bytes: number;
	readonly runningElsewhere: number;
}

/** @throws AppError `disk` when the library is there and cannot be read */
export async function measureLibrary(library: string, { running, locks }: Runners): Promise<LibrarySize> {
	let [exports, bytes, runningElsewhere] = [0, 0, 0];
	for (const { folder, name } of await exportFolders(library)) {
		exports++;
		bytes += await bytesIn(folder);
		if (!running.has(name) && (await locks.isLocked(folder))) {
			runningElsewhere++;
		}
	}
	const isThere = await access(library).then(
		() => true,
		() => false,
	);
	return { isThere, exports, bytes, runningElsewhere };
}

/**
 * Deletes all exports of a library, of all services, also those that cannot be read, and then the folders that are empty
 * without them. What is not ours stays, and so does what holds it. One that cannot be deleted does not keep the others.
 * @throws AppError `disk` or `exportRunning`: of the first that could not be deleted
 */
export async function clearLibrary(library: string, runners: Runners): Promise<void> {
	const failures: unknown[] = [];
	const applications = new Set<string>();
	for (const { folder } of await exportFolders(library)) {
		applications.add(dirname(folder));
		await deleteExport(library, folder, runners).catch((error) => failures.push(error));
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
