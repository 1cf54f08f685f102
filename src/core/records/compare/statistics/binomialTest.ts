import { betaTails, type Tails } from './specialFunctions';

/** How much of something there was to count in on either side: seconds, or devices. */
export interface Exposure {
	readonly before: number;
	readonly after: number;
}

/** How many times as frequent it is after; `high` is undefined where there is no bound. */
interface RatioInterval {
	readonly low: number;
	readonly high: number | undefined;
}

/** Of each end of an interval of 95 %. */
const beyondEnd = Math.log(0.025);

/**
 * The chance, as its natural logarithm, of a split as uneven as this where nothing has changed: two-sided and exact. Of n
 * counted in all, those after are binomial, by their share of the exposure. Counts need not be whole.
 */
export function logChance(before: number, after: number, exposure: Exposure): number {
	const { lower, upper } = tails(before, after, exposure.before, exposure.after);
	return Math.min(0, Math.LN2 + Math.min(lower, upper));
}

/** How many times as frequent after as before; with nothing before, infinitely many. */
export function ratioOf(before: number, after: number, exposure: Exposure): number {
	return after === 0 ? 0 : after / exposure.after / (before / exposure.before);
}

/** Where the ratio is with a confidence of 95 % (Clopper and Pearson). Not both counts may be 0. */
export function ratioInterval(before: number, after: number, exposure: Exposure): RatioInterval {
	const equal = exposure.before / exposure.after;
	const low = after === 0 ? 0 : equal * oddsWhere((odds) => tails(before, after, 1, odds).upper < beyondEnd);
	const high = before === 0 ? undefined : equal * oddsWhere((odds) => tails(before, after, 1, odds).lower > beyondEnd);
	return { low, high };
}

/** Of so many none was found: with a confidence of 95 %, its share is no more than this. */
export function noneAtMost(among: number): number {
	return -Math.expm1(Math.log(0.05) / among);
}

/** Of as many after as these or fewer, and as these or more; natural logarithms. */
function tails(before: number, after: number, exposureBefore: number, exposureAfter: number): Tails {
	const all = exposureBefore + exposureAfter;
	const [y, x] = [exposureBefore / all, exposureAfter / all];
	return {
		lower: before === 0 ? 0 : betaTails(x, y, after + 1, before).upper,
		upper: after === 0 ? 0 : betaTails(x, y, after, before + 1).lower,
	};
}

/** The odds up to which something holds. */
function oddsWhere(holds: (odds: number) => boolean): number {
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
