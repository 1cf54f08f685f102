import { isDayIn } from '../../../shared/keptDays';
import type { KeptDaysView, KeptDayView, PlaceInDay } from '../../../shared/resultsProtocol';

/** The records of each day that is shown, in the order of the table. */
export type DayRows = readonly Pick<KeptDayView, 'day' | 'rows'>[];

/** Undefined where more is known of the days than the table shows, so that its records cannot be told by them. */
export function dayRowsOf({ days, span, isAsOpened }: KeptDaysView): DayRows | undefined {
	return isAsOpened ? days.filter(({ day }) => isDayIn(day, span)) : undefined;
}

/** Records of other days may come before one, and change its number, but not its place in its own day. */
export function placeInDay(number: number, days: DayRows): PlaceInDay | undefined {
	let first = 0;
	for (const { day, rows } of days) {
		if (number < first + rows) {
			return { day, index: number - first };
		}
		first += rows;
	}
	return undefined;
}

/** Undefined where the day is not shown, or has fewer records. */
export function numberInDays({ day, index }: PlaceInDay, days: DayRows): number | undefined {
	let first = 0;
	for (const { day: other, rows } of days) {
		if (other === day) {
			return index < rows ? first + index : undefined;
		}
		first += rows;
	}
	return undefined;
}
