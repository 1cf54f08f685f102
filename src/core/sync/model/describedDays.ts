import type { DayState } from '../../../shared/syncedDays';
import { getDays } from './calendar';
import { DayStates } from './dayState';
import { Calendars } from './days';
import type { LastRequest, SyncedDay, SyncedSet } from './syncedSet';

export interface DescribedDay extends Pick<SyncedDay, 'refused' | 'setAside'> {
	/** Date in the synced set's time zone, in the format `yyyy-mm-dd`. */
	readonly day: string;
	readonly state: DayState;
	readonly rows: number;
	/** Configured fields that are missing from the day's records. Undefined if none are missing. */
	readonly missingFields?: readonly string[];
	readonly asked?: Pick<LastRequest, 'at' | 'proof' | 'doubts' | 'notGivenAgain'>;
}

export function describeCalendar(set: SyncedSet, now: Date): readonly DescribedDay[] {
	const calendars = new Calendars();
	const states = new DayStates(set, now, calendars);
	const known = new Map(set.days.map((day) => [day.day, day]));
	return getDays(set, now, calendars)
		.map((calendarDay): DescribedDay => {
			const { partition, asked, refused, setAside } = known.get(calendarDay.day) ?? {};
			const missingFields = partition ? set.plan.fields.filter((field) => !partition.fields.includes(field)) : [];
			return {
				day: calendarDay.day,
				state: states.of(calendarDay, known.get(calendarDay.day)),
				rows: partition?.rows ?? 0,
				...(missingFields.length > 0 && { missingFields }),
				...(asked && {
					asked: {
						at: asked.at,
						proof: asked.proof,
						notGivenAgain: asked.notGivenAgain,
						doubts: states.doubtsAbout(asked),
					},
				}),
				...(refused && { refused }),
				...(setAside !== undefined && { setAside }),
			};
		})
		.reverse();
}
