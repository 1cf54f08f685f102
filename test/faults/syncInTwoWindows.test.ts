import assert from 'node:assert/strict';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { seed } from '../support/faults/run';
import { type Ending, SyncWindows } from '../support/faults/syncWindows';
import { Random } from '../support/random';

const programs = join(__dirname, 'programs');

describe('two windows that sync the same records', () => {
	it('neither loses nor duplicates synced records when two windows start a sync at random times', async () => {
		const random = new Random(seed);
		await using stage = await SyncWindows.open('together', programs, random);
		const [one, other] = [stage.open(), stage.open()];
		const seen = new Set<Ending>();
		for (let round = 0; round < 6; round++) {
			// The delay is long enough for the other window to detect the running sync.
			stage.slowest = round === 0 ? 800 : 30;
			const endings = await Promise.all(
				[one, other].map(async (window) => {
					await delay(random.below(round % 2 === 0 ? 5 : 400));
					return stage.update(window, round > 0 && random.chance(0.3) ? { cancelAfter: 1 + random.below(12) } : {});
				}),
			);
			for (const ending of endings) {
				seen.add(ending);
			}
			if (endings.includes('cancelled')) {
				assert.equal(await stage.update(random.chance(0.5) ? one : other), 'whole');
			}
			assert.notDeepEqual(endings, ['elsewhere', 'elsewhere']);
			await stage.assertEqual();
			stage.grow(Math.ceil(stage.left / 3));
		}
		assert.ok(seen.has('elsewhere'), 'they met');
		assert.equal(stage.mostAnswering, 1);
	}).timeout(300_000);

	it('lets an export of the same application run between two days of a sync', async () => {
		await using stage = await SyncWindows.open('turns', programs, new Random(seed));
		const [one, other] = [stage.open(), stage.open()];
		stage.slowest = 1_500;
		const ended: string[] = [];
		const update = stage.update(one).then((ending) => ended.push(ending));
		await stage.askedFor(1);
		await stage.export(other);
		ended.push('export');
		await update;
		assert.deepEqual(ended, ['export', 'whole']);
		assert.equal(stage.mostAnswering, 1);
	}).timeout(120_000);

	it('runs an automatic sync only once even if several windows are open', async () => {
		await using stage = await SyncWindows.open('unasked', programs, new Random(seed));
		const windows = [stage.open(), stage.open(), stage.open()];
		const unlessWithinMs = 30 * 60_000;
		const endings = await Promise.all(windows.map((window) => stage.update(window, { unlessWithinMs })));
		assert.ok(endings.includes('whole'));
		const { asked } = stage;
		for (const window of windows) {
			assert.equal(await stage.update(window, { unlessWithinMs }), 'whole');
		}
		assert.equal(stage.asked, asked);
		await stage.assertEqual();
	}).timeout(60_000);
});
