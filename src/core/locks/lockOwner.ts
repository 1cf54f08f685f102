import { createHash, randomUUID } from 'node:crypto';
import { readFile, readlink } from 'node:fs/promises';
import { hostname, networkInterfaces } from 'node:os';
import { threadId } from 'node:worker_threads';
import { errorCode } from '../files/diskError';

/** Who holds a lock, as its file tells. */
export interface LockOwner {
	/** Of this one lock; never used again. */
	readonly token: string;
	/** Where process IDs mean the same. */
	readonly machine: string;
	readonly pid: number;
	/** Of the process, which gives no number twice. */
	readonly thread: number;
	/** Counts the heartbeats. */
	readonly beat: number;
}

/** Of the count of beats, so that the file of an owner is of the same length whatever the beat. */
export const beatDigits = 12;

export function newOwner(machine: string): LockOwner {
	return { token: randomUUID(), machine, pid: process.pid, thread: threadId, beat: 0 };
}

export function encodeOwner(owner: LockOwner): string {
	const { before, after } = aroundBeat(owner);
	return before + String(owner.beat).padStart(beatDigits, '0') + after;
}

/** What stands before and after the count of beats in the file of an owner. */
export function aroundBeat({ token, machine, pid, thread }: LockOwner): { before: string; after: string } {
	const start = JSON.stringify({ token, machine, pid, thread }).slice(0, -1);
	return { before: `${start},"beat":"`, after: '"}\n' };
}

/** Undefined for what is not, or not yet, the file of a lock. */
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
 * True only when the owner certainly ran here and does not any more. A process of its ID may be another one, so what
 * is not known to be dead must be watched.
 */
export function isGone({ machine, pid, thread }: LockOwner, here: string, endedThreads: ReadonlySet<number>): boolean {
	if (machine !== here) {
		return false;
	}
	if (pid === process.pid && endedThreads.has(thread)) {
		return true;
	}
	try {
		process.kill(pid, 0);
		return false;
	} catch (error) {
		return errorCode(error) === 'ESRCH';
	}
}

/**
 * Names the space of process IDs that this process is in. Containers of one machine have several, and share folders;
 * machines of one name exist, and share drives. Where it is unknown, it is a name that nobody else has.
 */
export async function nameMachine(): Promise<string> {
	return digest(process.platform === 'linux' ? await linuxNames() : hardwareNames());
}

async function linuxNames(): Promise<readonly string[]> {
	try {
		return await Promise.all([readFile('/proc/sys/kernel/random/boot_id', 'utf8'), readlink('/proc/self/ns/pid')]);
	} catch {
		return [randomUUID()];
	}
}

function hardwareNames(): readonly string[] {
	const addresses = Object.values(networkInterfaces())
		.flatMap((addresses) => addresses ?? [])
		.filter(({ internal, mac }) => !internal && mac !== '00:00:00:00:00:00')
		.map(({ mac }) => mac);
	return addresses.length > 0 ? [hostname(), ...new Set(addresses.sort())] : [randomUUID()];
}

function digest(names: readonly string[]): string {
	return createHash('sha256').update(names.join('\n')).digest('hex').slice(0, 16);
}
