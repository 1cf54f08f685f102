import { type FileHandle, open, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode, onDisk } from '../files/diskError';
import { decodeOwner, encodeOwner, type LockOwner } from './lockOwner';

/*
 * A lock on disk is a chain of files. The first file is `running.lock`. If its owner is dead and has token T, the
 * process that takes over the lock creates `running.lock.T`. If that process, with token U, is dead too, the next one
 * creates `running.lock.U`. The owner of the last file in the chain holds the lock.
 *
 * Each file is created exclusively, and tokens are never reused, so a process with outdated information can't take over
 * the lock from a newer owner. Deleting and recreating the lock of a dead owner would be unsafe: two processes could
 * see the same dead owner, and the second process would delete the lock of the first.
 */

export const lockFileName = 'running.lock';

/** Without these files, a holder that reacquires the lock immediately would rarely let other processes acquire it. */
const waitingPrefix = `${lockFileName}.waiting-`;

export interface LockStep {
	readonly path: string;
	readonly text: string;
	/** Undefined if the process that created the file has not written to it yet, or died before it could. */
	readonly owner: LockOwner | undefined;
	readonly successor: string;
}

/** Returns the last file in the chain, or undefined if the lock is free. Throws `disk`. */
export function lastStep(folder: string): Promise<LockStep | undefined> {
	return onDisk(folder, async () => {
		let step = await readStep(folder, join(folder, lockFileName));
		for (let next = step; next; next = await readStep(folder, next.successor)) {
			step = next;
		}
		return step;
	});
}

/** Creates a file of the lock's chain. Returns false if the file already exists. Throws `disk`. */
export function makeStep(path: string, owner: LockOwner): Promise<boolean> {
	return onDisk(path, async () => {
		const handle = await openNew(path);
		if (!handle) {
			return false;
		}
		try {
			await handle.write(encodeOwner(owner), 0);
		} catch (error) {
			await rm(path, { force: true });
			throw error;
		} finally {
			await handle.close();
		}
		return true;
	});
}

/** Releases a lock, unless another process has taken it over. Returns whether another process is waiting for it. */
export async function removeChain(folder: string, successor: string): Promise<boolean> {
	// While this file exists, no other process can take over the lock.
	const guard = await openNew(successor);
	if (!guard) {
		return false;
	}
	await guard.close();
	// A process that took over may have released the lock since, so the files may belong to a new lock.
	if ((await lastStep(folder))?.path !== successor) {
		await rm(successor, { force: true });
		return false;
	}
	const names = (await readdir(folder)).filter((name) => name.startsWith(`${lockFileName}.`));
	const waiting = names.filter((name) => name.startsWith(waitingPrefix));
	const later = names.filter((name) => !name.startsWith(waitingPrefix));
	// The first file is deleted first, because the rest of the chain has no effect without it.
	for (const name of [lockFileName, ...later]) {
		await rm(join(folder, name), { force: true });
	}
	// Deletes the files of all waiting processes. Living processes create their files again.
	await Promise.all(waiting.map((name) => removeMark(join(folder, name))));
	return waiting.length > 0;
}

export function waitingMark(folder: string, token: string): string {
	return join(folder, waitingPrefix + token);
}

/** Creates the file of a waiting process. Never rejects, because the file is not essential. */
export async function leaveMark(path: string): Promise<void> {
	await writeFile(path, '', { mode: 0o600 }).catch(() => undefined);
}

export async function removeMark(path: string): Promise<void> {
	await rm(path, { force: true }).catch(() => undefined);
}

async function readStep(folder: string, path: string): Promise<LockStep | undefined> {
	try {
		const text = await readFile(path, 'utf8');
		const owner = decodeOwner(text);
		return { path, text, owner, successor: getSuccessor(folder, path, owner) };
	} catch (error) {
		if (errorCode(error) === 'ENOENT') {
			return undefined;
		}
		throw error;
	}
}

async function openNew(path: string): Promise<FileHandle | undefined> {
	try {
		return await open(path, 'wx', 0o600);
	} catch (error) {
		if (errorCode(error) === 'EEXIST') {
			return undefined;
		}
		throw error;
	}
}

export function getSuccessor(folder: string, path: string, owner: LockOwner | undefined): string {
	return owner ? join(folder, `${lockFileName}.${owner.token}`) : `${path}.unwritten`;
}
