import assert from 'node:assert/strict';
import { measured } from '../../../../support/measured';
import { Random } from '../../../../support/random';
import { getVerdicts } from './support/comparing';
import { compareLook, hasChanges, type LookOptions, randomLook, randomTraffic, weeklyTraffic } from './support/rhythm';

const days = 60;
/** Maximum share of false positives: comparisons that report a change although nothing changed. */
const mostFalse = 0.05;
/** Minimum share of doublings to detect in a group with 60 devices per day. */
const leastFound = 0.8;

async function falseChanges(
	random: Random,
	pairs: number,
	highest: number,
	options: LookOptions = {},
): Promise<number> {
	let shown = 0;
	for (let pair = 0; pair < pairs; pair++) {
		const traffic = randomTraffic(random, days, 60 + random.below(highest - 59));
		shown += hasChanges(await compareLook(random, traffic, randomLook(random), options)) ? 1 : 0;
	}
	return shown;
}

async function foundDoublings(random: Random, pairs: number): Promise<number> {
	let found = 0;
	for (let pair = 0; pair < pairs; pair++) {
		const traffic = randomTraffic(random, days, 60);
		const page = await compareLook(random, traffic, randomLook(random), { change: 2 });
		found += getVerdicts(page)['e0'] === 'increased' ? 1 : 0;
	}
	return found;
}

describe('weekly pattern in comparisons', () => {
	const means = [300, 200, 150, 100, 50];
	const weekend = weeklyTraffic([1, 1, 1, 1, 1, 0.6, 0.6], means);
	const busyWeekend = weeklyTraffic([1.4, 1, 1, 1, 1.4, 1.4, 1.4], means);
	const thursday = { weeksBefore: 5 / 7, hours: 48 };

	it('compares the records since a review with the same weekdays of the preceding weeks', async () => {
		for (const [seed, traffic] of [weekend, busyWeekend].entries()) {
			for (const weeksBefore of [1, 1 + 5 / 7, 3]) {
				const look = { weeksBefore, hours: 48 };
				const found = await compareLook(new Random(seed), traffic, look, { startHour: 0 });
				assert.deepEqual([...new Set(Object.values(getVerdicts(found)))], ['unchanged']);
				assert.deepEqual([found.rhythm, found.reasons], ['aligned', []]);
				assert.equal((found.before.tested.seconds ?? 0) % (found.after.tested.seconds ?? 0), 0);
				const doubled = await compareLook(new Random(seed), traffic, look, { startHour: 0, change: 2 });
				assert.deepEqual(Object.values(getVerdicts(doubled)).toSorted(), ['increased', ...Array(4).fill('unchanged')]);
			}
		}
	});

	it('reports a change that affects all groups as one limitation if the sides cover different weekdays', async () => {
		const look = { weeksBefore: 1 + 5 / 7, hours: 48 };
		const found = await compareLook(new Random(3), weekend, look, { startHour: 0, baseline: 'preceding' });
		assert.deepEqual([...new Set(Object.values(getVerdicts(found)))], ['unchanged']);
		assert.equal(found.rhythm, 'widened');
		const [reason] = found.reasons;
		assert.ok(reason?.kind === 'commonMovement' && found.reasons.length === 1);
		assert.ok(Math.abs(reason.ratio - 0.6) < 0.05 && reason.forbids === 'none');
	});

	it('returns only inconclusive verdicts if the earlier records cover less than a week', async () => {
		const found = await compareLook(new Random(4), weekend, { ...thursday, weeksBefore: 3 / 7 }, { startHour: 48 });
		assert.deepEqual(
			found.reasons.map(({ kind, forbids }) => [kind, forbids]),
			[['shorterThanWeek', 'all']],
		);
		for (const { verdict } of found.page) {
			assert.deepEqual(verdict, { kind: 'inconclusive', reasons: ['shorterThanWeek'] });
		}
	});

	it('reports few false changes and detects most doublings of errors in simulated weeks', async () => {
		assert.ok((await falseChanges(new Random(5), 12, 120)) <= 1);
		assert.ok((await foundDoublings(new Random(6), 15)) >= 15 * leastFound);
	});

	measured('reports a change in at most 5% of unchanged weeks and finds 80% of doublings', async () => {
		const pairs = Number(process.env['RHYTHM_PAIRS'] ?? 200);
		const shown = await falseChanges(new Random(7), pairs, 600);
		const preceding = await falseChanges(new Random(8), pairs / 5, 600, { baseline: 'preceding' });
		const found = await foundDoublings(new Random(9), pairs / 5);
		console.log(`false: ${shown} of ${pairs}, ${preceding} of ${pairs / 5}; doublings: ${found} of ${pairs / 5}`);
		assert.ok(shown <= pairs * mostFalse, `${shown} of ${pairs}`);
		assert.ok(preceding <= (pairs / 5) * mostFalse, `${preceding} of ${pairs / 5}`);
		assert.ok(found >= (pairs / 5) * leastFound, `${found} of ${pairs / 5}`);
	});
});
