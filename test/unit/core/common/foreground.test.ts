import assert from 'node:assert/strict';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { isCancellation } from '../../../../src/core/common/errors';
import { Foreground } from '../../../../src/core/common/foreground';
import { Scheduler } from '../../../../src/core/common/scheduler';

describe('Foreground', () => {
	const never = new AbortController().signal;

	it('pauses work with low priority until all other work has ended', async () => {
		const foreground = new Foreground();
		let endFirst = (): void => undefined;
		let failSecond = (_error: Error): void => undefined;
		const first = foreground.run(() => new Promise<void>((resolve) => (endFirst = resolve)));
		const second = foreground.run(() => new Promise<void>((_resolve, reject) => (failSecond = reject)));
		const scheduler = new Scheduler(never, undefined, undefined, () => foreground.untilIdle(never));
		let continued = false;
		const low = scheduler.yieldNow().then(() => {
			continued = true;
		});
		endFirst();
		await first;
		await nextTurn();
		assert.equal(continued, false);
		failSecond(new Error('failed'));
		await assert.rejects(second, /failed/);
		await low;
		assert.equal(continued, true);
	});

	it('stops waiting for other work when aborted', async () => {
		const foreground = new Foreground();
		void foreground.run(() => new Promise(() => undefined));
		const controller = new AbortController();
		const waiting = foreground.untilIdle(controller.signal);
		controller.abort();
		await assert.rejects(waiting, isCancellation);
	});
});
