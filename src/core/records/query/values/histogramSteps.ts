const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/** Readable intervals in seconds. All have a fixed length (a month is four weeks), so that bars are comparable. */
const steps: readonly number[] = [
	...[1, 2, 5, 10, 15, 30],
	...[1, 2, 5, 10, 15, 30].map((minutes) => minutes * minute),
	...[1, 2, 3, 6, 12].map((hours) => hours * hour),
	...[1, 2, 7, 14, 28, 91, 182, 364].map((days) => days * day),
];

/** 1970-01-05 was a Monday. */
const firstMonday = 4 * day;

/** Returns the smallest round step for which the given number of bars covers the range. */
export function roundStep(
	first: number,
	last: number,
	bars: number,
): { readonly start: number; readonly step: number } {
	const most = Math.max(1, Math.floor(bars));
	for (const step of steps) {
		const start = startOf(first, step);
		if (last < start + step * most) {
			return { start, step };
		}
	}
	for (let years = 2; ; years *= 2) {
		const step = years * 364 * day;
		const start = startOf(first, step);
		if (last < start + step * most) {
			return { start, step };
		}
	}
}

/** Days begin at midnight UTC, because times without a time zone are interpreted as UTC. Weeks begin on Monday. */
function startOf(time: number, step: number): number {
	const origin = step % (7 * day) === 0 ? firstMonday : 0;
	return origin + Math.floor((time - origin) / step) * step;
}
