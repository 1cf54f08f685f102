import * as fs from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { errorCode } from './diskError';

/** What exports ask of the file system; `node:fs/promises` is one. */
export type Files = Pick<typeof fs, 'open' | 'rename' | 'rm' | 'chmod'>;

export const nodeFiles: Files = fs;

const ownerOnly = 0o600;

/** Windows refuses to rename what a virus scanner or an indexer has open at the moment. */
const renameAttempts = 8;
const firstRenameDelayMs = 20;

/** Writes a small file whole or not at all, and so that it is there after a power cut. */
export async function writeWhole(path: string, text: string, files: Files): Promise<void> {
	const temporary = `${path}.tmp`;
	try {
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
