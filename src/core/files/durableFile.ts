import type { StatsFs } from 'node:fs';
import * as fs from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { errorCode } from './diskError';
import { unfinishedPath } from './unfinished';

export interface Files extends Pick<typeof fs, 'open' | 'rename' | 'rm' | 'chmod' | 'mkdir'> {
	/** The number of blocks is zero if the information is unavailable. */
	statfs(path: string): Promise<Pick<StatsFs, 'bavail' | 'blocks' | 'bsize'>>;
	readonly mark?: string;
}

export const nodeFiles: Files = fs;

const ownerOnly = 0o600;
const ownerOnlyFolder = 0o700;

/**
 * Number of attempts to rename a file. On Windows, renaming fails while a virus scanner or indexer has the file open.
 */
const renameAttempts = 8;
const firstRenameDelayMs = 20;

/** Creates a folder and its missing parents so that they survive a power failure. */
export async function makeFolders(folder: string, files: Files): Promise<void> {
	const first = await files.mkdir(folder, { recursive: true });
	for (let made = folder; first !== undefined && made.length >= first.length; made = dirname(made)) {
		await syncFolder(dirname(made), files);
	}
}

/** Creates a folder that only its owner can access, because records can contain personal data. */
export async function makeNewFolder(folder: string, files: Files): Promise<void> {
	await makeFolders(dirname(folder), files);
	await files.mkdir(folder, { mode: ownerOnlyFolder });
	await syncFolder(dirname(folder), files);
}

export async function writeWhole(path: string, text: string, files: Files): Promise<void> {
	const temporary = unfinishedPath(path, 'tmp', files.mark);
	try {
		await files.rm(temporary, { force: true });
		const handle = await files.open(temporary, 'wx', ownerOnly);
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

/** Renames a file whose content is already flushed to disk, and waits until the new name is durable. */
export async function renameDurably(from: string, to: string, files: Files): Promise<void> {
	for (let attempt = 1; ; attempt++) {
		try {
			await files.rename(from, to);
			break;
		} catch (error) {
			if (attempt === renameAttempts || !['EACCES', 'EBUSY', 'EPERM'].includes(errorCode(error) ?? '')) {
				throw error;
			}
			await delay(firstRenameDelayMs * 2 ** (attempt - 1));
		}
	}
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
