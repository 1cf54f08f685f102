export const minDays = 7;

/** Minimum degrees of freedom for estimating the dispersion. */
const leastFree = 3;

export interface Series {
	readonly counts: ArrayLike<number>;
	/** The expected counts are proportional to these totals. If undefined, all expected counts are equal. */
	readonly totals: ArrayLike<number> | undefined;
	/**
	 * Phase of each period in the weekly pattern, for example the weekday. If undefined, the period's index is its phase.
	 */
	readonly phases?: ArrayLike<number> | undefined;
}

/** Returns the ratio of variance to mean of the counts within each series, or 1 if there is too little data. */
export function getDispersion(series: readonly Series[]): number {
	let [sum, free] = [0, 0];
	for (const { counts, totals } of series) {
		const all = sumOf(counts);
		const scale = all / (totals ? sumOf(totals) : counts.length);
		if (all > 0) {
			free += counts.length - 1;
			for (let period = 0; period < counts.length; period++) {
				sum += deviation(counts[period] ?? 0, scale * (totals ? (totals[period] ?? 0) : 1));
			}
		}
	}
	return free >= leastFree ? sum / free : 1;
}

/** Number of iterations for fitting the weekly pattern. Further iterations barely change the result. */
const fitSteps = 6;

/**
 * Like `getDispersion`, but removes the weekly pattern that all series have in common. The mean of the first series can
 * differ from the mean of the other series.
 */
export function getRhythmDispersion(series: readonly Series[]): number {
	const cells = series.flatMap(({ counts, totals, phases }, index) =>
		Array.from(counts, (count, period) => ({
			count,
			total: totals ? (totals[period] ?? 0) : 1,
			phase: phases ? (phases[period] ?? 0) : period,
			level: Math.min(1, index),
		})),
	);
	const phases = cells.reduce((most, { phase }) => Math.max(most, phase + 1), 0);
	const free = cells.length - new Set(cells.map(({ phase }) => phase)).size - 1;
	if (free < leastFree || cells.every(({ count }) => count === 0)) {
		return 1;
	}
	const rhythm = new Float64Array(phases).fill(1);
	const levels = new Float64Array(2).fill(1);
	const expectedOf = ({ total, phase, level }: (typeof cells)[number]) =>
		total * (rhythm[phase] ?? 0) * (levels[level] ?? 0);
	const adapt = (factors: Float64Array, kind: 'phase' | 'level') => {
		const [found, expected] = [new Float64Array(factors.length), new Float64Array(factors.length)];
		for (const cell of cells) {
			found[cell[kind]] = (found[cell[kind]] ?? 0) + cell.count;
			expected[cell[kind]] = (expected[cell[kind]] ?? 0) + expectedOf(cell);
		}
		for (const [index, factor] of factors.entries()) {
			const sum = expected[index] ?? 0;
			factors[index] = sum === 0 ? 0 : (factor * (found[index] ?? 0)) / sum;
		}
	};
	adapt(levels, 'level');
	// Computes variances before fitting the weekly pattern. Otherwise, a high count would increase its own variance.
	const variances = cells.map(expectedOf);
	for (let step = 0; step < fitSteps; step++) {
		adapt(rhythm, 'phase');
		adapt(levels, 'level');
	}
	return cells.reduce((sum, cell, place) => sum + deviation(cell.count, expectedOf(cell), variances[place]), 0) / free;
}

export function sumOf(counts: ArrayLike<number>): number {
	let sum = 0;
	for (let index = 0; index < counts.length; index++) {
		sum += counts[index] ?? 0;
	}
	return sum;
}

function deviation(count: number, expected: number, variance = expected): number {
	return variance > 0 ? (count - expected) ** 2 / variance : count;
}
