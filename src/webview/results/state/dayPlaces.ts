import type { PlaceInDay, SyncedDaysView, SyncedDayView } from '../../../shared/protocols/resultsProtocol';
import { isDayIn } from '../../../shared/syncedDays';

/** Record counts of the visible days, in the order of the table. */
export type DayRows = readonly Pick<SyncedDayView, 'day' | 'rows'>[];

/** Returns the record counts of the visible days. Undefined if days have changed since the table was opened. */
export function getDayRows({ days, span, isAsOpened }: SyncedDaysView): DayRows | undefined {
	return isAsOpened ? days.filter(({ day }) => isDayIn(day, span)) : undefined;
}

/** Converts a row number to a position in a day, which doesn't change when other days are shown. */
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

/** Returns the row number. Undefined if the day is not visible or has too few records. */
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
