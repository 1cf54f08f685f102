import type { DayState } from '../../../shared/keptDays';
import type { KeptDayView } from '../../../shared/resultsProtocol';

/** Days that are drawn as one. */
export interface StripCell {
	/** Indexes of the first and the last of them. */
	readonly first: number;
	readonly last: number;
	/** Of the day that a person should see first. */
	readonly state: DayState;
}

/** What a person should see before anything else, first. */
const byWorth: readonly DayState[] = ['missing', 'refused', 'inDoubt', 'gone', 'open', 'settled'];

/** The days as cells: one for each where so many fit, else as many days to a cell as have to be. */
export function stripCells(days: readonly Pick<KeptDayView, 'state'>[], fitting: number): readonly StripCell[] {
	const size = Math.max(1, Math.ceil(days.length / Math.max(1, fitting)));
	return Array.from({ length: Math.ceil(days.length / size) }, (_, cell) => {
		const first = cell * size;
		const held = days.slice(first, first + size);
		const state = byWorth.find((worst) => held.some((day) => day.state === worst)) ?? 'settled';
		return { first, last: first + held.length - 1, state };
	});
}

/** Whether nothing about the days needs a person: what is open gets settled by updates. */
export function isQuiet(days: readonly Pick<KeptDayView, 'state'>[]): boolean {
	return days.every(({ state }) => state === 'settled' || state === 'open');
}

/** Where a key leads from a day; undefined for keys that mean nothing here. */
export function moveDay(here: number, key: string, count: number): number | undefined {
	const steps: Readonly<Record<string, number>> = {
		ArrowLeft: here - 1,
		ArrowDown: here - 1,
		ArrowRight: here + 1,
		ArrowUp: here + 1,
		PageUp: here + 7,
		PageDown: here - 7,
		Home: 0,
		End: count - 1,
	};
	const target = steps[key];
	return target === undefined || count === 0 ? undefined : Math.max(0, Math.min(count - 1, target));
}
