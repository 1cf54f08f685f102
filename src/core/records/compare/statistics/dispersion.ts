/** Less than so many days tell nothing about how much days differ. */
export const minDays = 7;

/**
 * How many times as much the days of two sides vary as they would by chance alone: variance by mean, around the mean of each
 * side. 1 where there is nothing to tell it by.
 */
export function dispersionOf(before: ArrayLike<number>, after: ArrayLike<number>): number {
	let [sum, free] = [0, 0];
	for (const days of [before, after]) {
		let total = 0;
		for (let day = 0; day < days.length; day++) {
			total += days[day] ?? 0;
		}
		const mean = total / days.length;
		if (mean > 0) {
			free += days.length - 1;
			for (let day = 0; day < days.length; day++) {
				sum += ((days[day] ?? 0) - mean) ** 2 / mean;
			}
		}
	}
	return free > 0 ? sum / free : 1;
}
