import type { StatsFs } from 'node:fs';
import * as fs from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { errorCode } from './diskError';
import { unfinishedPath } from './unfinished';

/** What exports ask of the file system; `node:fs/promises` is one. */
export interface Files extends Pick<typeof fs, 'open' | 'rename' | 'rm' | 'chmod' | 'mkdir'> {
	/** About the disk that a path is on; zero blocks where it does not tell. */
	statfs(path: string): Promise<Pick<StatsFs, 'bavail' | 'blocks' | 'bsize'>>;
	/** Of whoever writes, in the names of files that are not whole yet. */
	readonly mark?: string;
}

export const nodeFiles: Files = fs;

const ownerOnly = 0o600;
const ownerOnlyFolder = 0o700;

/** Windows refuses to rename what a virus scanner or an indexer has open at the moment. */
const renameAttempts = 8;
const firstRenameDelayMs = 20;

/** Makes a folder, and those above it that are not there, so that they are there after a power cut. */
export async function makeFolders(folder: string, files: Files): Promise<void> {
	const first = await files.mkdir(folder, { recursive: true });
	for (let made = folder; first !== undefined && made.length >= first.length; made = dirname(made)) {
		await syncFolder(dirname(made), files);
	}
}

/**
 * Makes a folder that was not there, so that it is there after a power cut. Records can be about people, so only their owner
 * gets into it.
 */
export async function makeNewFolder(folder: string, files: Files): Promise<void> {
	await makeFolders(dirname(folder), files);
	await files.mkdir(folder, { mode: ownerOnlyFolder });
	await syncFolder(dirname(folder), files);
}

/** Writes a small file whole or not at all, and so that it is there after a power cut. */
export async function writeWhole(path: string, text: string, files: Files): Promise<void> {
	const temporary = unfinishedPath(path, 'tmp', files.mark);
	try {
		// Of an attempt that was interrupted.
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

/** Gives a file that is on the disk its final name, and waits until the name is on it too. */
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

/** Best effort: Windows and some network drives do not synchronise folders. */
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
