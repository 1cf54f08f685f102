import { betaTails, type Tails } from './specialFunctions';

/** Number of seconds or devices that were observed on each side. */
export interface Exposure {
	readonly before: number;
	readonly after: number;
}

interface ConfidenceInterval {
	readonly low: number;
	readonly high: number | undefined;
}

/** Natural logarithm of the probability outside each end of a 95% confidence interval. */
const logTailProbability = Math.log(0.025);

/** Returns the log p-value of an exact two-sided binomial test. The counts need not be integers. */
export function binomialLogPValue(before: number, after: number, exposure: Exposure): number {
	const { lower, upper } = tails(before, after, exposure.before, exposure.after);
	return Math.min(0, Math.LN2 + Math.min(lower, upper));
}

export function getRatio(before: number, after: number, exposure: Exposure): number {
	return after === 0 ? 0 : after / exposure.after / (before / exposure.before);
}

/** Returns the 95% confidence interval (Clopper-Pearson) of the frequency ratio. One of the counts must be positive. */
export function confidenceInterval(before: number, after: number, exposure: Exposure): ConfidenceInterval {
	const equal = exposure.before / exposure.after;
	const low = after === 0 ? 0 : equal * boundaryOf((odds) => tails(before, after, 1, odds).upper < logTailProbability);
	const high =
		before === 0 ? undefined : equal * boundaryOf((odds) => tails(before, after, 1, odds).lower > logTailProbability);
	return { low, high };
}

/** Returns the 95% confidence interval (Clopper-Pearson) of a proportion: 0 to 1 if there are no observations. */
export function proportionInterval(count: number, among: number): { readonly low: number; readonly high: number } {
	if (among === 0) {
		return { low: 0, high: 1 };
	}
	const { low, high } = confidenceInterval(Math.max(0, among - count), count, { before: 1, after: 1 });
	return { low: low / (1 + low), high: high === undefined ? 1 : high / (1 + high) };
}

/** Returns the upper 95% bound of a proportion if a sample of size `among` contains no occurrence. */
export function noneAtMost(among: number): number {
	return -Math.expm1(Math.log(0.05) / among);
}

function tails(before: number, after: number, exposureBefore: number, exposureAfter: number): Tails {
	const all = exposureBefore + exposureAfter;
	const [y, x] = [exposureBefore / all, exposureAfter / all];
	return {
		lower: before === 0 ? 0 : betaTails(x, y, after + 1, before).upper,
		upper: after === 0 ? 0 : betaTails(x, y, after, before + 1).lower,
	};
}

/** Returns the largest positive number for which the condition holds. Bisects on a logarithmic scale. */
export function boundaryOf(holds: (factor: number) => boolean): number {
	let [from, to] = [-60, 60];
	while (to - from > 1e-10) {
		const middle = (from + to) / 2;
		if (holds(Math.exp(middle))) {
			from = middle;
		} else {
			to = middle;
		}
	}
	return Math.exp((from + to) / 2);
}
