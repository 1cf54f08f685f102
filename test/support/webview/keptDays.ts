import type { DayState } from '../../../src/shared/keptDays';
import type { KeptDaysView, KeptDayView } from '../../../src/shared/resultsProtocol';

const marks: Readonly<Record<string, DayState>> = {
	s: 'settled',
	o: 'open',
	m: 'missing',
	r: 'refused',
	d: 'inDoubt',
	g: 'gone',
};

/** Days since 1 October 2026, each by the first letter of its state; `d` is in doubt. All of them are shown. */
export function keptDays(letters: string, more: Partial<KeptDaysView> = {}): KeptDaysView {
	const days = [...letters].map((letter, index): KeptDayView => {
		const at = Date.UTC(2026, 9, 1 + index);
		const state = marks[letter] ?? 'settled';
		const isThere = state !== 'missing' && state !== 'refused';
		return {
			day: new Date(at).toISOString().slice(0, 10),
			state,
			rows: isThere ? 100 : 0,
			...(isThere && { askedAt: at / 1000 + 2 * 86_400 }),
			...(state === 'inDoubt' && { reasons: ['12 records that came before were not given again. They are kept.'] }),
			...(state === 'refused' && { reasons: ['The service refuses the day as too large for one file.'] }),
		};
	});
	const span = { first: days[0]?.day ?? '', last: days.at(-1)?.day ?? '' };
	return { choice: { kind: 'all' }, span, days, isAsOpened: true, ...more };
}
