import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import type { Steps } from '../../src/core/common/steps';
import { processorTime } from './processorTime';

/** Nobody notices a shorter pause (milliseconds). */
const stall = 50;

/** One of so many runs must do: the machine does not always need the same time for the same work. */
const runs = 3;

/**
 * Asserts that steps, done anew for each run, give others their turn in time. It is the time of this thread on the
 * processor that counts: others may use the machine as well.
 */
export async function assertNeverStalls(make: () => Steps<unknown>): Promise<void> {
	await assertShortPieces(async (told) => {
		const steps = make();
		for (let done = false; !done; told()) {
			done = steps.next(false).done === true;
		}
	});
}

/**
 * The same of what rests by itself, between turns of the event loop.
 * @param limit Of a piece, in milliseconds.
 */
export async function assertRestsInTime(action: () => Promise<unknown>, limit: number = stall): Promise<void> {
	await assertShortPieces(async (told) => {
		let ended = false;
		const acting = action().finally(() => {
			ended = true;
		});
		told();
		while (!ended) {
			await setImmediate();
			told();
		}
		await acting;
	}, limit);
}

/** @param run Does all, and tells the end of each piece. */
async function assertShortPieces(run: (told: () => void) => Promise<void>, limit: number = stall): Promise<void> {
	const found: number[] = [];
	while (found.length < runs) {
		let longest = 0;
		let before = processorTime();
		await run(() => {
			const now = processorTime();
			longest = Math.max(longest, now - before);
			before = now;
		});
		if (longest <= limit) {
			return;
		}
		found.push(longest);
	}
	assert.fail(`Others wait for ${found.join(', ')} ms`);
}
