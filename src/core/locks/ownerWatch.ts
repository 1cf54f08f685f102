import { isGone, type LockOwner } from './lockOwner';
import type { BeatTiming } from './lockTiming';

/*
 * Uses the heartbeat counter in a file to detect whether its owner is alive. An owner counts as dead
 * - immediately, if its process on this machine, or its thread in this process, has ended;
 * - otherwise, after `looksUntilDead` checks with unchanged content, at least `beatMs` apart. Elapsed time is
 * unreliable: it continues while a machine sleeps, and the clocks of machines differ.
 */

export type OwnerState = 'living' | 'dead' | 'unclear';

interface OwnerSighting {
	readonly text: string;
	readonly looks: number;
	/** Time of the observation on the monotonic clock of this process, in milliseconds. */
	readonly at: number;
}

export class OwnerWatch {
	private readonly seen = new Map<string, OwnerSighting>();

	constructor(
		private readonly timing: BeatTiming,
		private readonly endedThreads: ReadonlySet<number>,
	) {}

	/** @param here Result of `nameMachine`. */
	judge(key: string, owner: LockOwner | undefined, text: string, here: string): OwnerState {
		if (owner && isGone(owner, here, this.endedThreads)) {
			return 'dead';
		}
		const { beatMs, looksUntilDead } = this.timing;
		const now = performance.now();
		const seen = this.seen.get(key);
		if (seen?.text !== text) {
			this.seen.set(key, { text, looks: 0, at: now });
			// After a long pause, a change is inconclusive, because it may have been the last heartbeat.
			return seen && now - seen.at < looksUntilDead * beatMs ? 'living' : 'unclear';
		}
		if (now - seen.at >= beatMs) {
			this.seen.set(key, { text, looks: seen.looks + 1, at: now });
		}
		return seen.looks >= looksUntilDead ? 'dead' : 'unclear';
	}

	forget(key: string): void {
		this.seen.delete(key);
	}
}
