import assert from 'node:assert/strict';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Ending, KeptWindows } from '../support/faults/keptWindows';
import { isWhole, seed } from '../support/faults/run';
import { Random } from '../support/random';

const programs = join(__dirname, 'programs');

describe('Two windows that update one set of kept records', () => {
	it('lose no record and have none twice, whenever each of them begins', async () => {
		const random = new Random(seed);
		await using stage = await KeptWindows.open('together', programs, random);
		const [one, other] = [stage.open(), stage.open()];
		const seen = new Set<Ending>();
		for (let round = 0; round < (isWhole ? 12 : 4); round++) {
			// So long that the other one sees it live.
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
				// Either may have been the last.
				assert.equal(await stage.update(random.chance(0.5) ? one : other), 'whole');
			}
			assert.notDeepEqual(endings, ['elsewhere', 'elsewhere']);
			await stage.assertEqual();
			stage.grow(Math.ceil(stage.left / 3));
		}
		assert.ok(seen.has('elsewhere'), 'they met');
		assert.equal(stage.mostAnswering, 1);
	}).timeout(300_000);

	it('let an export of the application take its turn between two days', async () => {
		await using stage = await KeptWindows.open('turns', programs, new Random(seed));
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

	it('ask once where nobody asked for it', async () => {
		await using stage = await KeptWindows.open('unasked', programs, new Random(seed));
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
