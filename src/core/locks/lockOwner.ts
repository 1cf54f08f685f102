import { createHash, randomUUID } from 'node:crypto';
import { readFile, readlink, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { threadId } from 'node:worker_threads';

export interface LockOwner {
	readonly token: string;
	/** Namespace in which `pid` is unique, such as a computer or a container. */
	readonly machine: string;
	readonly pid: number;
	readonly thread: number;
	readonly beat: number;
}

export function newOwner(machine: string): LockOwner {
	return { token: randomUUID(), machine, pid: process.pid, thread: threadId, beat: 0 };
}

/**
 * Formats the owner of a lock. The heartbeat counter has a fixed width, so that the length of the lock file stays the
 * same.
 */
export function encodeOwner({ token, machine, pid, thread, beat }: LockOwner): string {
	return `${JSON.stringify({ token, machine, pid, thread, beat: String(beat).padStart(12, '0') })}\n`;
}

export function decodeOwner(text: string): LockOwner | undefined {
	const [, token, machine, pid, thread, beat] =
		/^\{"token":"([0-9a-f-]{36})","machine":"([0-9a-f]{16})","pid":(\d{1,10}),"thread":(\d{1,15}),"beat":"(\d{12})"\}\n$/.exec(
			text,
		) ?? [];
	return token !== undefined && machine !== undefined
		? { token, machine, pid: Number(pid), thread: Number(thread), beat: Number(beat) }
		: undefined;
}

/**
 * Returns an ID for the computer. A host name isn't enough, because containers can share folders, and computers with
 * the same name can share drives.
 */
export async function nameMachine(platform = process.platform, temporaryFolder = tmpdir()): Promise<string> {
	return digest(platform === 'linux' ? await linuxNames() : [hostname(), await savedName(temporaryFolder)]);
}

async function linuxNames(): Promise<readonly string[]> {
	try {
		return await Promise.all([readFile('/proc/sys/kernel/random/boot_id', 'utf8'), readlink('/proc/self/ns/pid')]);
	} catch {
		return [randomUUID()];
	}
}

/**
 * Returns a random ID that is saved in a file. Network addresses aren't suitable as IDs, because they change, for
 * example, when the user docks a laptop or connects to a VPN.
 */
async function savedName(temporaryFolder: string): Promise<string> {
	const file = join(temporaryFolder, 'app-errors-machine');
	try {
		await writeFile(file, randomUUID(), { flag: 'wx', mode: 0o600 });
	} catch {
		// Another process has created the file, or the folder isn't writable.
	}
	const name = await readFile(file, 'utf8').catch(() => '');
	return /^[0-9a-f-]{36}$/.test(name) ? name : randomUUID();
}

function digest(names: readonly string[]): string {
	return createHash('sha256').update(names.join('\n')).digest('hex').slice(0, 16);
}
