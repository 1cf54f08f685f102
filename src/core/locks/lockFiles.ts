import { type FileHandle, open, readdir, readFile, rm } from 'node:fs/promises';
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
 */
export async function removeChain(folder: string, successor: string): Promise<void> {
	// Nobody can take over once that place is taken.
	const guard = await openNew(successor);
	if (!guard) {
		return;
	}
	await guard.close();
	// Who took over may have given back meanwhile, and the files may be those of a lock that was made since.
	if ((await lastStep(folder))?.path !== successor) {
		await rm(successor, { force: true });
		return;
	}
	const later = (await readdir(folder)).filter((name) => name.startsWith(`${lockFileName}.`));
	// First the first: what is left of a chain without it holds nothing.
	for (const name of [lockFileName, ...later]) {
		await rm(join(folder, name), { force: true });
	}
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
