import { type FileHandle, open, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode, onDisk } from '../files/diskError';
import { decodeOwner, encodeOwner, type LockOwner } from './lockOwner';

/*
 * A lock on disk. Its first file is `running.lock`. Whoever takes over from an owner with the token T that died makes
 * `running.lock.T`; whoever takes over from that one, U, makes `running.lock.U`. The holder is the owner of the last
 * file of this chain.
 *
 * Each of these files is made exclusively, so nobody shares a step with anybody, and the name of a step belongs to one
 * token, which never comes again: a process that looked long ago cannot take over what somebody else has taken over since.
 * A lock that is deleted and made anew when its owner seems dead has that fault: two processes see the same dead owner,
 * and the second deletes the lock of the first.
 */

export const lockFileName = 'running.lock';

/**
 * Whoever waits for a lock says so with a file of this prefix, again each time that it looks: a holder that takes the lock
 * anew right after giving it back would seldom be caught without it.
 */
const waitingPrefix = `${lockFileName}.waiting-`;

/** The last file of a lock's chain. */
export interface LockStep {
	readonly path: string;
	/** All of it; changes with every heartbeat. */
	readonly text: string;
	/** Undefined while its maker is about to write it, or died then. */
	readonly owner: LockOwner | undefined;
	/** The file that takes over from this one. */
	readonly successor: string;
}

/**
 * Undefined where nobody holds the lock.
 * @throws AppError `disk`
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

/**
 * Makes the first file of a lock, or the one that takes over.
 * @returns false when it is there already
 * @throws AppError `disk`
 */
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

/**
 * Ends a lock, unless another one took over from it.
 * @param successor See `LockStep`.
 * @returns whether somebody waits for it
 */
export async function removeChain(folder: string, successor: string): Promise<boolean> {
	// Nobody can take over once that place is taken.
	const guard = await openNew(successor);
	if (!guard) {
		return false;
	}
	await guard.close();
	// Who took over may have given back meanwhile, and the files may be those of a lock that was made since.
	if ((await lastStep(folder))?.path !== successor) {
		await rm(successor, { force: true });
		return false;
	}
	const names = (await readdir(folder)).filter((name) => name.startsWith(`${lockFileName}.`));
	const waiting = names.filter((name) => name.startsWith(waitingPrefix));
	const later = names.filter((name) => !name.startsWith(waitingPrefix));
	// First the first: what is left of a chain without it holds nothing.
	for (const name of [lockFileName, ...later]) {
		await rm(join(folder, name), { force: true });
	}
	// Also of those that died; who lives says it again.
	await Promise.all(waiting.map((name) => removeMark(join(folder, name))));
	return waiting.length > 0;
}

/** @param token Of the one that waits. */
export function waitingMark(folder: string, token: string): string {
	return join(folder, waitingPrefix + token);
}

/** Never rejects: it is a courtesy. */
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
		return { path, text, owner, successor: successorOf(folder, path, owner) };
	} catch (error) {
		if (errorCode(error) === 'ENOENT') {
			return undefined;
		}
		throw error;
	}
}

/** Undefined when the file is there already. */
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

/** A file without an owner has no token to be named by. */
export function successorOf(folder: string, path: string, owner: LockOwner | undefined): string {
	return owner ? join(folder, `${lockFileName}.${owner.token}`) : `${path}.unwritten`;
}
