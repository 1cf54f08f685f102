import type { SyncedDayView } from '../../../shared/protocols/resultsProtocol';
import type { DayState } from '../../../shared/syncedDays';

export interface StripCell {
	readonly first: number;
	readonly last: number;
	readonly state: DayState;
}

const byWorth: readonly DayState[] = ['missing', 'refused', 'inDoubt', 'gone', 'provisional', 'final'];

export function stripCells(days: readonly Pick<SyncedDayView, 'state'>[], fitting: number): readonly StripCell[] {
	const size = Math.max(1, Math.ceil(days.length / Math.max(1, fitting)));
	return Array.from({ length: Math.ceil(days.length / size) }, (_, cell) => {
		const first = cell * size;
		const held = days.slice(first, first + size);
		const state = byWorth.find((worst) => held.some((day) => day.state === worst)) ?? 'final';
		return { first, last: first + held.length - 1, state };
	});
}

/** Returns true if no day needs attention. Provisional days need no attention, because later syncs make them final. */
export function isQuiet(days: readonly Pick<SyncedDayView, 'state'>[]): boolean {
	return days.every(({ state }) => state === 'final' || state === 'provisional');
}

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
