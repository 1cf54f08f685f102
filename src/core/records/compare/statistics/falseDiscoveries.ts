import type { Pace } from '../../../common/pace';

/** Of what is told as changed, so much may be chance. */
const rate = 0.05;

/**
 * The chance up to which changes are told (Benjamini and Hochberg), as its natural logarithm; minus infinity where none is.
 * @param logChances Natural logarithms; those of what was not tested are NaN, and do not count.
 */
export async function logThreshold(logChances: Float64Array, pace: Pace): Promise<number> {
	let tested = 0;
	await pace.walk(logChances.length, (from, to) => {
		for (let index = from; index < to; index++) {
			tested += Number.isNaN(logChances[index]) ? 0 : 1;
		}
	});
	/** By the least number of discoveries among which a chance would be one. */
	const counts = new Uint32Array(tested + 1);
	await pace.walk(logChances.length, (from, to) => {
		for (let index = from; index < to; index++) {
			const rank = leastRank(Math.exp(logChances[index] ?? Number.NaN), tested);
			// False for NaN.
			if (rank <= tested) {
				counts[rank] = (counts[rank] ?? 0) + 1;
			}
		}
	});
	let [found, discoveries] = [0, 0];
	for (let rank = 1; rank <= tested; rank++) {
		found += counts[rank] ?? 0;
		discoveries = found >= rank ? rank : discoveries;
	}
	return Math.log((rate * discoveries) / Math.max(1, tested));
}

function leastRank(chance: number, tested: number): number {
	let rank = Math.max(1, Math.ceil((chance * tested) / rate));
	// Rounding may have put a chance that is at the edge beyond it.
	while (rank > 1 && chance <= (rate * (rank - 1)) / tested) {
		rank--;
	}
	return rank;
}
