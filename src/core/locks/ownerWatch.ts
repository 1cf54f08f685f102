import { errorCode } from '../files/diskError';
import { type LockOwner, nameMachine } from './lockOwner';

/*
 * Uses the heartbeat counter in a file to detect whether its owner is alive. An owner counts as dead
 * - immediately, if its process on this computer, or its thread in this process, has ended;
 * - otherwise, after `checksUntilDead` checks with unchanged content, at least `beatMs` apart. Elapsed time is
 *   unreliable, because it continues while a computer sleeps and the clocks of computers differ.
 */

export interface BeatTiming {
	readonly beatMs: number;
	/** Number of checks with the same heartbeat, at least `beatMs` apart, after which the owner counts as dead. */
	readonly checksUntilDead: number;
}

export interface LockTiming extends BeatTiming {
	/**
	 * Number of heartbeats without a response after which the owner's thread counts as dead. It must be high enough that
	 * a busy engine isn't mistaken for a dead one.
	 */
	readonly silentBeats: number;
}

export type OwnerState = 'living' | 'dead' | 'unclear';

interface OwnerSighting {
	readonly text: string;
	readonly looks: number;
	/** Time of the observation on the monotonic clock of this process, in milliseconds. */
	readonly at: number;
}

export class OwnerWatch {
	readonly machine = nameMachine();
	private readonly seen = new Map<string, OwnerSighting>();

	/** @param endedThreads IDs of threads of this process that have ended. */
	constructor(
		private readonly timing: BeatTiming,
		private readonly endedThreads: ReadonlySet<number>,
	) {}

	async judge(key: string, owner: LockOwner | undefined, text: string): Promise<OwnerState> {
		if (owner?.machine === (await this.machine) && this.isGone(owner)) {
			return 'dead';
		}
		const { beatMs, checksUntilDead } = this.timing;
		const now = performance.now();
		const seen = this.seen.get(key);
		if (seen?.text !== text) {
			this.seen.set(key, { text, looks: 0, at: now });
			// After a long pause, a changed heartbeat doesn't show that the owner is alive, because the owner may have ended
			// in the meantime.
			return seen && now - seen.at < checksUntilDead * beatMs ? 'living' : 'unclear';
		}
		if (now - seen.at >= beatMs) {
			this.seen.set(key, { text, looks: seen.looks + 1, at: now });
		}
		return seen.looks >= checksUntilDead ? 'dead' : 'unclear';
	}

	/**
	 * Returns true if the owner has certainly ended. A running process with the same ID may be a different process, so
	 * its heartbeat must be observed.
	 */
	private isGone({ pid, thread }: LockOwner): boolean {
		if (pid === process.pid && this.endedThreads.has(thread)) {
			return true;
		}
		try {
			process.kill(pid, 0);
			return false;
		} catch (error) {
			return errorCode(error) === 'ESRCH';
		}
	}
}
