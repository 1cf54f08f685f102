import type { StatsFs } from 'node:fs';
import * as fs from 'node:fs/promises';
import { dirname } from 'node:path';
import { isWindows } from '../common/system';
import { whileBusy } from './busyFiles';
import { errorCode } from './diskError';
import { unfinishedPath } from './unfinished';

export interface Files extends Pick<typeof fs, 'open' | 'rename' | 'rm' | 'chmod' | 'mkdir'> {
	/** `blocks` is zero if the file system doesn't report its size. */
	statfs(path: string): Promise<Pick<StatsFs, 'bavail' | 'blocks' | 'bsize'>>;
	readonly mark?: string;
	/** Maximum time, in milliseconds, to wait for other programs to close a file before it is changed. */
	readonly maxBusyMs?: number;
}

/**
 * Node.js file functions. On Windows, an open file can't be renamed, replaced, or deleted, so these functions wait
 * until other programs close the file.
 */
export const nodeFiles: Files = isWindows ? { ...fs, maxBusyMs: 60_000 } : fs;

const ownerOnly = 0o600;
const ownerOnlyFolder = 0o700;

/**
 * A rename is retried for at least this time, in milliseconds, on every operating system, because files on network
 * drives can be busy on any of them.
 */
const minRenameBusyMs = 2_500;
/**
 * Opening a file is retried for at most this time, in milliseconds, because access can be denied right after a
 * deletion.
 */
const maxOpenDeniedMs = 5_000;

/** Creates a folder and its missing parents so that they survive a power failure. */
export async function makeFolders(folder: string, files: Files): Promise<void> {
	const first = await files.mkdir(folder, { recursive: true });
	for (let made = folder; first !== undefined && made.length >= first.length; made = dirname(made)) {
		await syncFolder(dirname(made), files);
	}
}

/** Creates a folder that no other user can access, because records can contain personal data. */
export async function makeNewFolder(folder: string, files: Files): Promise<void> {
	await makeFolders(dirname(folder), files);
	await files.mkdir(folder, { mode: ownerOnlyFolder });
	await syncFolder(dirname(folder), files);
}

export async function writeWhole(path: string, text: string, files: Files): Promise<void> {
	const temporary = unfinishedPath(path, 'tmp', files.mark);
	try {
		const handle = await openNew(temporary, files, ownerOnly);
		try {
			await handle.writeFile(text);
			await handle.sync();
		} finally {
			await handle.close();
		}
		await renameDurably(temporary, path, files);
	} catch (error) {
		await files.rm(temporary, { force: true });
		throw error;
	}
}

/** Creates a file. An existing file or symbolic link is deleted first, so that no data is written through a link. */
export async function openNew(path: string, files: Files, mode?: number): Promise<fs.FileHandle> {
	await whileBusy(files, () => files.rm(path, { force: true }));
	return whileBusy(files, () => files.open(path, 'wx', mode), { maxDeniedMs: maxOpenDeniedMs });
}

/** Renames a file whose content is already flushed to disk. Waits until the new name is flushed too. */
export async function renameDurably(from: string, to: string, files: Files): Promise<void> {
	await whileBusy(files, () => files.rename(from, to), { minBusyMs: minRenameBusyMs });
	await syncFolder(dirname(to), files);
}

/** Flushes a folder to disk if possible. Windows and some network drives don't support this. */
async function syncFolder(folder: string, files: Files): Promise<void> {
	try {
		const handle = await files.open(folder, 'r');
		try {
			await handle.sync();
		} finally {
			await handle.close();
		}
	} catch (error) {
		if (errorCode(error) === undefined) {
			throw error;
		}
	}
}
