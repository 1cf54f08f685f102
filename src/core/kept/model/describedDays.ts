import type { DayState } from '../../../shared/keptDays';
import { daysOf } from './calendar';
import { DayStates } from './dayState';
import { Calendars } from './days';
import type { Asked, KeptDay, KeptSet } from './keptSet';

/** What there is to tell of a day of a set's calendar. */
export interface DescribedDay extends Pick<KeptDay, 'refused'> {
	/** `yyyy-mm-dd` on the set's clock. */
	readonly day: string;
	readonly state: DayState;
	readonly rows: number;
	/** The last question that was answered, and what speaks against the answer. */
	readonly asked?: Pick<Asked, 'at' | 'proof' | 'doubts' | 'notGivenAgain'>;
}

/** All days of the set's calendar at a moment, the oldest first. */
export function describeCalendar(set: KeptSet, now: Date): readonly DescribedDay[] {
	const calendars = new Calendars();
	const states = new DayStates(set, now, calendars);
	const known = new Map(set.days.map((day) => [day.day, day]));
	return daysOf(set, now, calendars)
		.map((calendarDay): DescribedDay => {
			const { part, asked, refused } = known.get(calendarDay.day) ?? {};
			return {
				day: calendarDay.day,
				state: states.of(calendarDay, known.get(calendarDay.day)),
				rows: part?.rows ?? 0,
				...(asked && {
					asked: {
						at: asked.at,
						proof: asked.proof,
						notGivenAgain: asked.notGivenAgain,
						doubts: states.doubtsAbout(asked),
					},
				}),
				...(refused && { refused }),
			};
		})
		.reverse();
}
