import assert from 'node:assert/strict';
import { Pace } from '../../../../../src/core/common/pace';
import {
	type Exposure,
	logChance,
	noneAtMost,
	ratioInterval,
	ratioOf,
} from '../../../../../src/core/records/compare/statistics/binomialTest';
import { dispersionOf } from '../../../../../src/core/records/compare/statistics/dispersion';
import { logThreshold } from '../../../../../src/core/records/compare/statistics/falseDiscoveries';
import { logFourfoldChance, phiOf } from '../../../../../src/core/records/compare/statistics/fourfold';
import { logGamma, logTwoSidedNormal } from '../../../../../src/core/records/compare/statistics/specialFunctions';
import { Random } from '../../../../support/random';

const week: Exposure = { before: 7, after: 7 };
const pace = () => new Pace(new AbortController().signal);
const isClose = (found: number, expected: number, most: number, what = '') =>
	assert.ok(Math.abs(found - expected) <= most * Math.max(1e-300, Math.abs(expected)), `${what}: ${found} ${expected}`);

/** The same chance by whole numbers: of all splits, those at least as uneven on the smaller side. */
function exactChance(before: number, after: number, exposure: Exposure): number {
	const [one, other] = [BigInt(exposure.before), BigInt(exposure.after)];
	const n = before + after;
	let way = 1n;
	let [lower, upper, all] = [0n, 0n, 0n];
	for (let k = 0; k <= n; k++) {
		const weight = way * other ** BigInt(k) * one ** BigInt(n - k);
		all += weight;
		lower += k <= after ? weight : 0n;
		upper += k >= after ? weight : 0n;
		way = (way * BigInt(n - k)) / BigInt(k + 1);
	}
	const smaller = lower < upper ? lower : upper;
	return 2n * smaller >= all ? 0 : logOf(2n * smaller) - logOf(all);
}

function logOf(number: bigint): number {
	const digits = number.toString();
	return Math.log(Number(`0.${digits.slice(0, 17)}`)) + digits.length * Math.LN10;
}

describe('The test of a change', () => {
	const golden = [
		[0, 3, 7, 7, 0.25],
		[0, 5, 7, 7, 0.0625],
		[0, 6, 7, 7, 0.0313],
		[0, 12, 7, 7, 4.88e-4],
		[5, 9, 7, 7, 0.424],
		[12, 40, 7, 7, 1.28e-4],
		[100, 140, 7, 7, 0.0117],
		[30, 12, 7, 2, 0.414],
		[0, 8, 28, 1, 4e-12],
	] as const;

	for (const [a, b, before, after, expected] of golden) {
		it(`of ${a} and ${b} in ${before} and ${after} days is ${expected}`, () => {
			isClose(Math.exp(logChance(a, b, { before, after })), expected, 0.005);
		});
	}

	it('is what a sum over all splits is, at any counts', () => {
		const random = new Random(14);
		for (let round = 0; round < 1000; round++) {
			const most = random.pick([10, 60, 400]);
			const [a, b] = [random.below(most), random.below(most)];
			const exposure = { before: 1 + random.below(40), after: 1 + random.below(40) };
			const what = JSON.stringify([a, b, exposure]);
			const [found, expected] = [logChance(a, b, exposure), exactChance(a, b, exposure)];
			assert.ok(Math.abs(found - expected) < 1e-9 * Math.max(1, -expected), `${what}: ${found} ${expected}`);
		}
	});

	it('is the same from the other side', () => {
		const random = new Random(15);
		for (let round = 0; round < 1000; round++) {
			const [a, b] = [random.below(10 ** (1 + random.below(6))), random.below(10 ** (1 + random.below(6)))];
			const [before, after] = [1 + random.below(5000), 1 + random.below(5000)];
			const [one, other] = [logChance(a, b, { before, after }), logChance(b, a, { before: after, after: before })];
			assert.ok(Math.abs(one - other) < 1e-7 * Math.max(1, -one), `${a} ${b} ${before} ${after}: ${one} ${other}`);
		}
	});

	it('holds for ten millions and for chances that no number is small enough for', () => {
		assert.equal(logChance(10_000_000, 10_000_000, week), 0);
		// Two standard deviations of a normal distribution, as which so many are distributed.
		const two = Math.round(Math.sqrt(20_000_000));
		isClose(Math.exp(logChance(10_000_000 - two, 10_000_000 + two, week)), 0.0455, 0.01);
		const tiny = logChance(0, 10_000_000, week);
		isClose(tiny, -9_999_999 * Math.LN2, 1e-9);
		assert.ok(logChance(1_000_000, 10_000_000, week) < -1e6);
		assert.ok(Number.isFinite(logChance(3, 10_000_000, { before: 1, after: 1e9 })));
	});

	it('takes counts that are not whole, between the whole ones next to them', () => {
		const [less, between, more] = [5, 5.5, 6].map((after) => logChance(0, after, week));
		assert.ok((less ?? 0) > (between ?? 0) && (between ?? 0) > (more ?? 0));
	});
});

describe('The interval of a ratio', () => {
	it('is that of Clopper and Pearson', () => {
		const { low, high = 0 } = ratioInterval(12, 40, week);
		isClose(ratioOf(12, 40, week), 40 / 12, 1e-12);
		isClose(low, 1.71, 0.01);
		isClose(high, 6.97, 0.01);
	});

	it('is open where there was none before, and begins at 0 where there is none after', () => {
		const risen = ratioInterval(0, 12, week);
		assert.equal(risen.high, undefined);
		// One side of 2.5 % of none in n.
		const share = 0.025 ** (1 / 12);
		isClose(risen.low, share / (1 - share), 1e-6);
		const fallen = ratioInterval(12, 0, week);
		assert.equal(fallen.low, 0);
		isClose(fallen.high ?? 0, 1 / risen.low, 1e-6);
	});

	it('holds the true ratio in 95 of 100 cases or more', () => {
		const random = new Random(16);
		let held = 0;
		for (let round = 0; round < 1000; round++) {
			let after = 0;
			for (let count = 0; count < 40; count++) {
				after += random.chance(0.75) ? 1 : 0;
			}
			const { low, high = Number.POSITIVE_INFINITY } = ratioInterval(40 - after, after, week);
			held += low <= 3 && high >= 3 ? 1 : 0;
		}
		assert.ok(held >= 945, String(held));
	});

	it('of none in many is about three of them', () => {
		isClose(noneAtMost(41_233), 7.27e-5, 0.001);
		assert.equal(noneAtMost(0), 1);
	});
});

describe('Discoveries among many tests', () => {
	it('are those of Benjamini and Hochberg', async () => {
		// Table 1 of their paper of 1995: four of fifteen are found.
		const chances = [
			0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.324, 0.4262, 0.5719, 0.6528, 0.759, 1,
		];
		const logs = Float64Array.from([Number.NaN, ...chances.toReversed().map(Math.log), Number.NaN]);
		const threshold = Math.exp(await logThreshold(logs, pace()));
		isClose(threshold, (0.05 * 4) / 15, 1e-9);
		assert.equal(chances.filter((chance) => chance <= threshold).length, 4);
	});

	it('are those that a sort finds', async () => {
		const random = new Random(17);
		for (let round = 0; round < 200; round++) {
			const chances = random.times(1 + random.below(60), () => random.next() ** random.pick([1, 3, 9]));
			const sorted = chances.toSorted((a, b) => a - b);
			const last = sorted.findLastIndex((chance, index) => chance <= (0.05 * (index + 1)) / sorted.length);
			const threshold = await logThreshold(Float64Array.from(chances, Math.log), pace());
			assert.equal(chances.filter((chance) => Math.log(chance) <= threshold).length, last + 1);
		}
	});

	it('are none where nothing was tested', async () => {
		assert.equal(await logThreshold(new Float64Array(3).fill(Number.NaN), pace()), Number.NEGATIVE_INFINITY);
		assert.equal(await logThreshold(new Float64Array(), pace()), Number.NEGATIVE_INFINITY);
	});
});

describe('The dispersion of days', () => {
	it('is one for chance and grows with what is more than that', () => {
		assert.equal(dispersionOf([4, 4, 4], [9, 9]), 0);
		// Around 5 with squares of 25, 25 and 0: 50 by 5, of one side with two free days.
		isClose(dispersionOf([0, 10, 5], []), 5, 1e-12);
		assert.equal(dispersionOf([0, 0, 0], [0, 0]), 1);
	});
});

describe('What tells two sets apart', () => {
	it('is by χ² where there are many', () => {
		const table = { with: 60, without: 40, otherWith: 300, otherWithout: 600 };
		// χ² = 1000 (60·600 - 40·300)² / (100·900·360·640).
		isClose(Math.exp(logFourfoldChance(table)), 1.3608022911357e-7, 1e-9);
		isClose(phiOf(table), 24_000 / Math.sqrt(100 * 900 * 360 * 640), 1e-12);
	});

	it('is by a sum of Fisher where there are few', () => {
		// The lady who tasted tea: 4 of 4, and 3 of 4.
		isClose(Math.exp(logFourfoldChance({ with: 4, without: 0, otherWith: 0, otherWithout: 4 })), 2 / 70, 1e-9);
		isClose(Math.exp(logFourfoldChance({ with: 3, without: 1, otherWith: 1, otherWithout: 3 })), 34 / 70, 1e-9);
		assert.equal(logFourfoldChance({ with: 3, without: 0, otherWith: 5, otherWithout: 0 }), 0);
	});

	it('has the tails of a normal distribution and the gamma function to all digits', () => {
		for (const [z, chance] of [
			[0, 1],
			[0.5, 0.617075077451974],
			[1.959963984540054, 0.05],
			[5, 5.733031437583866e-7],
			[37, 1.1451142445050278e-299],
		] as const) {
			isClose(Math.exp(logTwoSidedNormal(z)), chance, 1e-9, String(z));
		}
		let sum = 0;
		for (let n = 1; n <= 3000; n++) {
			assert.ok(Math.abs(logGamma(n) - sum) <= 1e-14 * Math.max(1, sum) * 10, String(n));
			sum += Math.log(n);
		}
		isClose(logGamma(0.5), Math.log(Math.sqrt(Math.PI)), 1e-14);
	});
});
