import { open, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode, onDisk } from '../files/diskError';
import { decodeOwner, type LockOwner } from './lockOwner';

/*
 * A lock on disk is a chain of files. The first file is `running.lock`. If its owner is dead and has token T, the
 * process that takes over the lock creates `running.lock.T`. If that process, with token U, is also dead, the next
 * process creates `running.lock.U`. The owner of the last file in the chain holds the lock.
 *
 * Each file is created exclusively, and tokens are never reused, so a process with outdated information can't take over
 * the lock from a newer owner. Deleting and recreating the lock of a dead owner would be unsafe: two processes could
 * see the same dead owner, and the second process would delete the lock of the first process.
 */

export const lockFileName = 'running.lock';

/**
 * Prefix of the files that mark waiting processes. A process that releases a lock checks for these files and lets the
 * waiting processes acquire the lock first.
 */
export const waitingPrefix = `${lockFileName}.waiting-`;

interface LockStep {
	readonly path: string;
	readonly text: string;
	/** Process that created the lock file. Undefined if it hasn't written to the file yet or ended before writing. */
	readonly owner: LockOwner | undefined;
	readonly successor: string;
}

/**
 * Returns the last file in the chain of lock files, which belongs to the current owner. Returns undefined if the lock
 * is free. Throws `disk`.
 */
export function lastStep(folder: string): Promise<LockStep | undefined> {
	return onDisk(folder, async () => {
		let step = await readStep(folder, join(folder, lockFileName));
		for (let next = step; next; next = await readStep(folder, next.successor)) {
			step = next;
		}
		return step;
	});
}

/** Creates the next file in a chain of lock files. Returns false if the file already exists. Throws `disk`. */
export function makeStep(path: string, text: string): Promise<boolean> {
	return onDisk(path, async () => {
		const handle = await open(path, 'wx', 0o600).catch((error: unknown) => {
			if (errorCode(error) !== 'EEXIST') {
				throw error;
			}
		});
		try {
			await handle?.write(text, 0);
		} catch (error) {
			await rm(path, { force: true });
			throw error;
		} finally {
			await handle?.close();
		}
		return handle !== undefined;
	});
}

/** Releases a lock, unless another process has taken it over. */
export async function removeChain(folder: string, successor: string): Promise<{ readonly isWaitedFor: boolean }> {
	// While the successor file exists, no other process can take over the lock.
	if (!(await makeStep(successor, ''))) {
		return { isWaitedFor: false };
	}
	// Another process may have taken over the lock and released it, so the files could belong to a new lock.
	if ((await lastStep(folder))?.path !== successor) {
		await rm(successor, { force: true });
		return { isWaitedFor: false };
	}
	const names = (await readdir(folder)).filter((name) => name.startsWith(`${lockFileName}.`));
	const waiting = names.filter((name) => name.startsWith(waitingPrefix));
	const later = names.filter((name) => !name.startsWith(waitingPrefix));
	// `running.lock` is deleted first, because the other files have no effect without it.
	for (const name of [lockFileName, ...later]) {
		await rm(join(folder, name), { force: true });
	}
	// The files of all waiting processes are deleted. A process that is still waiting recreates its file.
	await Promise.all(waiting.map((name) => rm(join(folder, name), { force: true }).catch(() => undefined)));
	return { isWaitedFor: waiting.length > 0 };
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

function getSuccessor(folder: string, path: string, owner: LockOwner | undefined): string {
	return owner ? join(folder, `${lockFileName}.${owner.token}`) : `${path}.unwritten`;
}
