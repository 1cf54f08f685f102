import { isGone, type LockOwner } from './lockOwner';
import type { BeatTiming } from './lockTiming';

/*
 * Whether the owner of a file lives, who counts a heartbeat in it. It is dead
 *  - at once, when its process ran on this machine and is gone, or its thread ran in this process and has ended;
 *  - else after `looksUntilDead` looks in which the file stayed the same, each `beatMs` or more after the one before. Looks
 *    are counted and not the time, which goes on while a machine sleeps; and no clock of another machine matters.
 * The heartbeat is in the file and not its time of change, which some drives keep coarsely or tell late.
 */

/** `unclear`: it must be looked at again. */
export type OwnerState = 'living' | 'dead' | 'unclear';

interface Seen {
	readonly text: string;
	/** How often it was the same. */
	readonly looks: number;
	/** Milliseconds of this process's own clock. */
	readonly at: number;
}

/** Remembers what the files of owners held when they were last looked at. */
export class OwnerWatch {
	private readonly seen = new Map<string, Seen>();

	/** @param endedThreads IDs of threads of this process that run no more. */
	constructor(
		private readonly timing: BeatTiming,
		private readonly endedThreads: ReadonlySet<number>,
	) {}

	/** @param text All that the owner's file holds now. @param here See `nameMachine`. */
	judge(key: string, owner: LockOwner | undefined, text: string, here: string): OwnerState {
		if (owner && isGone(owner, here, this.endedThreads)) {
			return 'dead';
		}
		const { beatMs, looksUntilDead } = this.timing;
		const now = performance.now();
		const seen = this.seen.get(key);
		if (seen?.text !== text) {
			this.seen.set(key, { text, looks: 0, at: now });
			// A change long since says nothing: it may have been the last.
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
