import { offsetsOf } from '../../compare/periods';

const daySeconds = 86_400;

/** Returns a function that converts Unix seconds to the number of the day since 1970 in a time zone. */
export function localDays(timeZone: string): (seconds: number) => number {
	const offsetAt = offsetsOf(timeZone);
	const plain = new Map<number, number | undefined>();
	/** Returns the UTC offset on a day. Returns undefined if the offset changes on this day. */
	const offsetOn = (day: number) => {
		if (!plain.has(day)) {
			const [first, last] = [offsetAt(day * daySeconds), offsetAt((day + 1) * daySeconds)];
			plain.set(day, first === last ? first : undefined);
		}
		return plain.get(day);
	};
	return (seconds) => {
		const offset = offsetOn(Math.floor(seconds / daySeconds)) ?? offsetAt(seconds);
		return Math.floor((seconds + offset) / daySeconds);
	};
}
