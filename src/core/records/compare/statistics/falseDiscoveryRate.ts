import { changeThresholds } from '../../../../shared/comparison';
import type { Scheduler } from '../../../common/scheduler';

const { falseDiscoveryRate } = changeThresholds;

/**
 * Returns the log of the largest significant p-value (Benjamini-Hochberg), or -Infinity if no p-value is significant.
 * @param logPValues Log p-value of each group, or NaN if the group wasn't tested
 */
export async function significanceThreshold(logPValues: Float64Array, scheduler: Scheduler): Promise<number> {
	let tested = 0;
	await scheduler.forEachBatch(logPValues.length, (from, to) => {
		for (let index = from; index < to; index++) {
			tested += Number.isNaN(logPValues[index]) ? 0 : 1;
		}
	});
	/** For each rank, the number of p-values that become significant at this rank. */
	const counts = new Uint32Array(tested + 1);
	await scheduler.forEachBatch(logPValues.length, (from, to) => {
		for (let index = from; index < to; index++) {
			const rank = leastRank(Math.exp(logPValues[index] ?? Number.NaN), tested);
			// Skips groups that weren't tested. Their p-value is NaN.
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
	return Math.log((falseDiscoveryRate * discoveries) / Math.max(1, tested));
}

function leastRank(chance: number, tested: number): number {
	let rank = Math.max(1, Math.ceil((chance * tested) / falseDiscoveryRate));
	// Due to rounding, the rank of a borderline p-value may be too high by one.
	while (rank > 1 && chance <= (falseDiscoveryRate * (rank - 1)) / tested) {
		rank--;
	}
	return rank;
}
