import assert from 'node:assert/strict';
import { getDispersion } from '../../../../src/core/records/compare/statistics/dispersion';
import { testAbsence } from '../../../../src/core/triage/fixed/fixStatistics';
import type { FixStratum } from '../../../../src/shared/triage';
import { measured } from '../../../support/measured';
import { poisson, Random } from '../../../support/random';

const one = (before: number, exposureBefore: number, exposureAfter: number): FixStratum => ({
	before,
	exposure: { before: exposureBefore, after: exposureAfter },
});

/** Simulates an error that isn't fixed: devices with the error by day, before the fix and with the fix. */
function simulate(random: Random, burstiness: number) {
	const days = 7 + random.below(30);
	const rate = 10 ** (-3 + 2 * random.next());
	const devices = 10 ** (1 + 2 * random.next());
	const adoption = 10 ** (-2 + 3 * random.next());
	const factor = () => (burstiness === 0 ? 1 : poisson(random, 1 / burstiness) * burstiness);
	const before = random.times(days, () => poisson(random, rate * devices * factor()));
	const after = random.times(days, () => poisson(random, rate * devices * adoption * factor()));
	const sum = (counts: readonly number[]) => counts.reduce((all, count) => all + count, 0);
	return {
		strata: [one(sum(before), days * devices, days * devices * adoption)],
		dispersion: Math.max(1, getDispersion([{ counts: before, totals: undefined }])),
		after: sum(after),
	};
}

describe('statistics about fixes', () => {
	it('calculates the exact probability that an unfixed error has no records', () => {
		assert.equal(testAbsence([one(5, 100, 100)], 1).chance.toFixed(5), (0.5 ** 5).toFixed(5));
		assert.equal(testAbsence([one(10, 300, 100)], 1).chance.toFixed(5), (0.75 ** 10).toFixed(5));
		assert.equal(
			testAbsence([one(2, 100, 100), one(3, 100, 300)], 1).chance.toFixed(6),
			(0.5 ** 2 * 0.25 ** 3).toFixed(6),
		);
		assert.equal(testAbsence([one(10, 100, 100)], 2).chance.toFixed(5), (0.5 ** 5).toFixed(5));
	});

	it('requires no further devices once the estimated number of devices is reached', () => {
		const random = new Random(3);
		for (let run = 0; run < 500; run++) {
			const strata = random.times(1 + random.below(3), () =>
				one(random.below(30), 1 + random.below(1000), random.below(50)),
			);
			const dispersion = 1 + random.below(3);
			const { missing } = testAbsence(strata, dispersion);
			const exposed = strata.reduce((sum, { before, exposure }) => sum + (before > 0 ? exposure.after : 0), 0);
			if (missing && exposed > 0) {
				const grown = (share: number) =>
					strata.map(({ before, exposure }) =>
						one(before, exposure.before, exposure.after * (1 + (share * missing) / exposed)),
					);
				assert.equal(testAbsence(grown(1.001), dispersion).missing, 0);
				assert.ok((testAbsence(grown(0.99), dispersion).missing ?? 0) > 0);
				assert.ok(testAbsence(grown(1.001), dispersion).chance <= 0.05);
			}
		}
	});

	it('never judges an error fixed if too few devices had it', () => {
		assert.equal(testAbsence([one(1, 100, 1e12)], 1).missing, undefined);
		assert.equal(testAbsence([], 1).missing, undefined);
		assert.equal(testAbsence([one(0, 100, 1e12)], 1).missing, undefined);
		assert.equal(testAbsence([one(20, 100, 1e12)], 20).missing, undefined);
		assert.ok((testAbsence([one(5, 100, 0)], 1).missing ?? 0) > 100);
	});

	it('estimates an exposure that confirms a fix with a statistical power of about 80%', () => {
		const random = new Random(4);
		for (const before of [2, 5, 12, 60, 900]) {
			const { missing } = testAbsence([one(before, 100, 0)], 1);
			const repetitions = 4000;
			const confirmed = (exposure: number) =>
				random
					.times(repetitions, () => testAbsence([one(poisson(random, before), 100, exposure)], 1).chance <= 0.05)
					.filter(Boolean).length / repetitions;
			assert.ok(missing !== undefined);
			assert.ok(confirmed(missing * 1.0001) >= 0.78, `${before}: ${confirmed(missing * 1.0001)}`);
			assert.ok(confirmed(missing * 0.6) < 0.8, `${before}: ${confirmed(missing * 0.6)}`);
		}
	});

	measured('calls at most 5% of unfixed errors fixed, even if errors occur in bursts', () => {
		const random = new Random(5);
		const counted = [0, 1, 4].map((burstiness) => {
			const simulated = random
				.times(20_000, () => simulate(random, burstiness))
				.filter(({ strata, dispersion }) => testAbsence(strata, dispersion).missing === 0);
			return { burstiness, judged: simulated.length, wrong: simulated.filter(({ after }) => after === 0).length };
		});
		for (const { burstiness, judged, wrong } of counted) {
			console.log(`bursts ${burstiness}: ${wrong} of ${judged} wrongly fixed`);
			assert.ok(judged > 1000, `${judged}`);
			assert.ok(wrong <= 0.05 * judged, `bursts ${burstiness}: ${wrong} of ${judged}`);
		}
	});
});
