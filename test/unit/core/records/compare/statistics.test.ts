import assert from 'node:assert/strict';
import { Scheduler } from '../../../../../src/core/common/scheduler';
import {
	binomialLogPValue,
	confidenceInterval,
	type Exposure,
	getRatio,
	noneAtMost,
} from '../../../../../src/core/records/compare/statistics/binomialTest';
import { getPhi, logPValueOfTable } from '../../../../../src/core/records/compare/statistics/contingencyTable';
import { getDispersion, getRhythmDispersion } from '../../../../../src/core/records/compare/statistics/dispersion';
import { significanceThreshold } from '../../../../../src/core/records/compare/statistics/falseDiscoveryRate';
import { logGamma, logTwoSidedNormal } from '../../../../../src/core/records/compare/statistics/specialFunctions';
import { Random } from '../../../../support/random';

const week: Exposure = { before: 7, after: 7 };
const scheduler = () => new Scheduler(new AbortController().signal);
const isClose = (found: number, expected: number, most: number, what = '') =>
	assert.ok(Math.abs(found - expected) <= most * Math.max(1e-300, Math.abs(expected)), `${what}: ${found} ${expected}`);

/** Computes the exact p-value with integers, as the share of splits whose smaller side is at least as small. */
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

describe('significance test for a change', () => {
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
		it(`returns p-value ${expected} for ${a} and ${b} events in ${before} and ${after} days`, () => {
			isClose(Math.exp(binomialLogPValue(a, b, { before, after })), expected, 0.005);
		});
	}

	it('returns the same p-value as an exact binomial sum for any counts', () => {
		const random = new Random(14);
		for (let round = 0; round < 1000; round++) {
			const most = random.pick([10, 60, 400]);
			const [a, b] = [random.below(most), random.below(most)];
			const exposure = { before: 1 + random.below(40), after: 1 + random.below(40) };
			const what = JSON.stringify([a, b, exposure]);
			const [found, expected] = [binomialLogPValue(a, b, exposure), exactChance(a, b, exposure)];
			assert.ok(Math.abs(found - expected) < 1e-9 * Math.max(1, -expected), `${what}: ${found} ${expected}`);
		}
	});

	it('returns the same p-value if the two sides are swapped', () => {
		const random = new Random(15);
		for (let round = 0; round < 1000; round++) {
			const [a, b] = [random.below(10 ** (1 + random.below(6))), random.below(10 ** (1 + random.below(6)))];
			const [before, after] = [1 + random.below(5000), 1 + random.below(5000)];
			const [one, other] = [
				binomialLogPValue(a, b, { before, after }),
				binomialLogPValue(b, a, { before: after, after: before }),
			];
			assert.ok(Math.abs(one - other) < 1e-7 * Math.max(1, -one), `${a} ${b} ${before} ${after}: ${one} ${other}`);
		}
	});

	it('handles ten million events and p-values below the smallest floating-point number', () => {
		assert.equal(binomialLogPValue(10_000_000, 10_000_000, week), 0);
		// Two standard deviations of the normal distribution, which approximates the distribution of such large counts.
		const two = Math.round(Math.sqrt(20_000_000));
		isClose(Math.exp(binomialLogPValue(10_000_000 - two, 10_000_000 + two, week)), 0.0455, 0.01);
		const tiny = binomialLogPValue(0, 10_000_000, week);
		isClose(tiny, -9_999_999 * Math.LN2, 1e-9);
		assert.ok(binomialLogPValue(1_000_000, 10_000_000, week) < -1e6);
		assert.ok(Number.isFinite(binomialLogPValue(3, 10_000_000, { before: 1, after: 1e9 })));
	});

	it('interpolates p-values for fractional counts', () => {
		const [less, between, more] = [5, 5.5, 6].map((after) => binomialLogPValue(0, after, week));
		assert.ok((less ?? 0) > (between ?? 0) && (between ?? 0) > (more ?? 0));
	});
});

describe('confidence interval of a ratio', () => {
	it('confidence interval is the Clopper-Pearson interval', () => {
		const { low, high = 0 } = confidenceInterval(12, 40, week);
		isClose(getRatio(12, 40, week), 40 / 12, 1e-12);
		isClose(low, 1.71, 0.01);
		isClose(high, 6.97, 0.01);
	});

	it('confidence interval has no upper bound without earlier events and starts at 0 without later events', () => {
		const risen = confidenceInterval(0, 12, week);
		assert.equal(risen.high, undefined);
		// Lower bound for 12 of 12 events, with 2.5 % on one side.
		const share = 0.025 ** (1 / 12);
		isClose(risen.low, share / (1 - share), 1e-6);
		const fallen = confidenceInterval(12, 0, week);
		assert.equal(fallen.low, 0);
		isClose(fallen.high ?? 0, 1 / risen.low, 1e-6);
	});

	it('confidence interval contains the true ratio in at least 95% of random samples', () => {
		const random = new Random(16);
		let held = 0;
		for (let round = 0; round < 1000; round++) {
			let after = 0;
			for (let count = 0; count < 40; count++) {
				after += random.chance(0.75) ? 1 : 0;
			}
			const { low, high = Number.POSITIVE_INFINITY } = confidenceInterval(40 - after, after, week);
			held += low <= 3 && high >= 3 ? 1 : 0;
		}
		assert.ok(held >= 945, String(held));
	});

	it('returns an upper bound of about 3/n for the event rate if n trials had no events', () => {
		isClose(noneAtMost(41_233), 7.27e-5, 0.001);
		assert.equal(noneAtMost(0), 1);
	});
});

describe('false discovery rate', () => {
	it('makes the same discoveries as the example in the paper by Benjamini and Hochberg', async () => {
		// Table 1 of Benjamini and Hochberg (1995): four of fifteen hypotheses are rejected.
		const logPValues = [
			0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.324, 0.4262, 0.5719, 0.6528, 0.759, 1,
		];
		const logs = Float64Array.from([Number.NaN, ...logPValues.toReversed().map(Math.log), Number.NaN]);
		const threshold = Math.exp(await significanceThreshold(logs, scheduler()));
		isClose(threshold, (0.05 * 4) / 15, 1e-9);
		assert.equal(logPValues.filter((chance) => chance <= threshold).length, 4);
	});

	it('finds the same false discovery threshold as an implementation that sorts the p-values', async () => {
		const random = new Random(17);
		for (let round = 0; round < 200; round++) {
			const logPValues = random.times(1 + random.below(60), () => random.next() ** random.pick([1, 3, 9]));
			const sorted = logPValues.toSorted((a, b) => a - b);
			const last = sorted.findLastIndex((chance, index) => chance <= (0.05 * (index + 1)) / sorted.length);
			const threshold = await significanceThreshold(Float64Array.from(logPValues, Math.log), scheduler());
			assert.equal(logPValues.filter((chance) => Math.log(chance) <= threshold).length, last + 1);
		}
	});

	it('makes no discoveries if no hypothesis was tested', async () => {
		assert.equal(
			await significanceThreshold(new Float64Array(3).fill(Number.NaN), scheduler()),
			Number.NEGATIVE_INFINITY,
		);
		assert.equal(await significanceThreshold(new Float64Array(), scheduler()), Number.NEGATIVE_INFINITY);
	});
});

describe('dispersion of daily counts', () => {
	it('dispersion is 0 for constant daily counts, higher for larger variation, and 1 if there are too few days', () => {
		const of = (...sides: readonly (readonly number[])[]) =>
			getDispersion(sides.map((counts) => ({ counts, totals: undefined })));
		assert.equal(of([4, 4, 4], [9, 9]), 0);
		// The squared deviations from the mean 5 sum to 50, divided by the mean and by three degrees of freedom.
		isClose(of([0, 10, 5, 5], []), 10 / 3, 1e-12);
		assert.equal(of([0, 0, 0], [0, 0]), 1);
		assert.equal(of([0, 10, 5], []), 1, 'too few days');
	});

	it('dispersion of shares is 0 if counts are proportional to the totals', () => {
		const series = { counts: [10, 2, 6, 40], totals: [100, 20, 60, 400] };
		assert.equal(getDispersion([series]), 0);
		assert.ok(getDispersion([{ ...series, totals: undefined }]) > 5);
	});

	it('weekly dispersion is unaffected by a shared weekly pattern and a level shift', () => {
		const rhythm = [10, 20, 30, 4];
		const week = (factor: number) => ({ counts: rhythm.map((count) => count * factor), totals: undefined });
		isClose(1 + getRhythmDispersion([week(3), week(1), week(1)]), 1, 1e-9);
		assert.ok(getRhythmDispersion([week(3), week(1), week(2)]) > 1.5, 'weeks of the longer side differ');
		const holiday = [
			{ counts: [30, 60, 90, 12], totals: [300, 600, 900, 120] },
			{ counts: [10, 10, 30, 4], totals: [100, 100, 300, 40] },
		];
		assert.ok(getRhythmDispersion(holiday.map(({ counts }) => ({ counts, totals: undefined }))) > 1);
		isClose(1 + getRhythmDispersion(holiday), 1, 1e-9);
		assert.equal(getRhythmDispersion([{ counts: [5], totals: undefined }]), 1, 'too few days');
	});
});

describe('difference between two proportions', () => {
	it('uses the χ² test for large counts', () => {
		const table = { with: 60, without: 40, otherWith: 300, otherWithout: 600 };
		// χ² = 1000 (60·600 - 40·300)² / (100·900·360·640).
		isClose(Math.exp(logPValueOfTable(table)), 1.3608022911357e-7, 1e-9);
		isClose(getPhi(table), 24_000 / Math.sqrt(100 * 900 * 360 * 640), 1e-12);
	});

	it("uses Fisher's exact test for small counts", () => {
		// Fisher's lady tasting tea: 4 of 4 and 3 of 4 cups identified correctly.
		isClose(Math.exp(logPValueOfTable({ with: 4, without: 0, otherWith: 0, otherWithout: 4 })), 2 / 70, 1e-9);
		isClose(Math.exp(logPValueOfTable({ with: 3, without: 1, otherWith: 1, otherWithout: 3 })), 34 / 70, 1e-9);
		assert.equal(logPValueOfTable({ with: 3, without: 0, otherWith: 5, otherWithout: 0 }), 0);
	});

	it('computes normal distribution tails and the gamma function with full precision', () => {
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
