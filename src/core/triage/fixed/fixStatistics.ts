import type { FixStratum } from '../../../shared/triage';
import { boundaryOf } from '../../records/compare/statistics/binomialTest';

/** Maximum probability that an error gets the verdict `fixed` although it is as frequent as before. */
const maxChance = 0.05;
const minPower = 0.8;

interface AbsenceTest {
	/** Probability that no device with the fix has the error if the error is as frequent as before. */
	readonly chance: number;
	/**
	 * Additional exposure that makes the absence of the error significant with a power of 80 %. 0 if the absence is
	 * already significant, undefined if too few devices had the error.
	 */
	readonly missing: number | undefined;
}

/**
 * Performs an exact test of whether the absence of an error is significant, at a significance level of 5%.
 * @param dispersion Variance of the daily counts divided by their mean, at least 1
 */
export function testAbsence(strata: readonly FixStratum[], dispersion: number): AbsenceTest {
	const affected = strata.filter(({ before, exposure }) => before > 0 && exposure.before > 0);
	const all = affected.reduce((sum, { before }) => sum + before, 0);
	const effective = all / Math.max(1, dispersion);
	const evidence = (factor: number) =>
		affected.reduce(
			(sum, { before, exposure }) => sum + (before / all) * Math.log1p((factor * exposure.after) / exposure.before),
			0,
		);
	const chance = Math.exp(-effective * evidence(1));
	const devices = usualCount(effective);
	if (devices === 0) {
		return { chance, missing: undefined };
	}
	const wanted = -Math.log(maxChance) / devices;
	return { chance, missing: evidence(1) >= wanted ? 0 : missingExposure(affected, evidence, wanted) };
}

function missingExposure(strata: readonly FixStratum[], evidence: (factor: number) => number, wanted: number): number {
	const exposed = strata.reduce((sum, { exposure }) => sum + exposure.after, 0);
	if (exposed === 0) {
		return strata.reduce((sum, { exposure }) => sum + exposure.before, 0) * Math.expm1(wanted);
	}
	return (boundaryOf((factor) => evidence(factor) < wanted) - 1) * exposed;
}

/** Returns the highest count that a Poisson variable reaches with a probability of at least 80 %. */
function usualCount(mean: number): number {
	let [below, share, count] = [0, Math.exp(-mean), 0];
	if (share === 0) {
		// Normal approximation. The constant is the 80th percentile of the standard normal distribution.
		return Math.floor(mean - 0.8416 * Math.sqrt(mean));
	}
	while (below + share <= 1 - minPower) {
		below += share;
		share *= mean / ++count;
	}
	return count;
}
