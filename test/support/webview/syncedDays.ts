import type { SyncedDaysView, SyncedDayView } from '../../../src/shared/protocols/resultsProtocol';
import type { DayState } from '../../../src/shared/syncedDays';

const marks: Readonly<Record<string, DayState>> = {
	s: 'final',
	o: 'provisional',
	m: 'missing',
	r: 'refused',
	d: 'inDoubt',
	g: 'gone',
};

/** Creates synced days. Each letter selects the state of a day in `marks`. */
export function fakeSyncedDays(letters: string, more: Partial<SyncedDaysView> = {}): SyncedDaysView {
	const days = [...letters].map((letter, index): SyncedDayView => {
		const at = Date.UTC(2026, 9, 1 + index);
		const state = marks[letter] ?? 'final';
		const isThere = state !== 'missing' && state !== 'refused';
		return {
			day: new Date(at).toISOString().slice(0, 10),
			state,
			rows: isThere ? 100 : 0,
			...(isThere && { askedAt: at / 1000 + 2 * 86_400 }),
			...(state === 'inDoubt' && {
				reasons: ['Missing from the last response: 12 records. The earlier copies are kept.'],
			}),
			...(state === 'refused' && { reasons: ['The service rejected the day as too large for one file.'] }),
		};
	});
	const span = { first: days[0]?.day ?? '', last: days.at(-1)?.day ?? '' };
	return { choice: { kind: 'all' }, span, days, isAsOpened: true, ...more };
}
