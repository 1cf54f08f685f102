import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import type { CooperativeTask } from '../../src/core/common/cooperativeTask';
import { processorTime, tick } from './processorTime';

/** Maximum time in milliseconds for which a task may run without yielding. Users don't notice shorter pauses. */
const stall = 50;

/** Maximum number of runs. One run within the limit is sufficient, because measured times vary. */
const runs = 6;

/**
 * Asserts that a task yields often enough. Measures the processor time of this thread. `make` is called for each run.
 */
export async function assertNeverStalls(make: () => CooperativeTask<unknown>): Promise<void> {
	await assertShortPieces(async (told) => {
		const steps = make();
		for (let done = false; !done; told()) {
			done = steps.next(false).done === true;
		}
	});
}

/** Like {@link assertNeverStalls}, for code that yields to the event loop itself. `limit` is in milliseconds. */
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
		if (longest <= limit + tick) {
			return;
		}
		found.push(longest);
	}
	assert.fail(`Others wait for ${found.join(', ')} ms`);
}
