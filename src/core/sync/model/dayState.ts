import type { DayState } from '../../../shared/syncedDays';
import type { Doubt } from '../../export/model/entry';
import { ComparedAnswers } from './compareResponses';
import type { CalendarDay, Calendars } from './days';
import type { LastRequest, Partition, SyncedDay, SyncedSet, SyncPlan } from './syncedSet';

/** After a clock was corrected, a past request can seem to be up to this many milliseconds in the future. */
const clockSlackMs = 5 * 60_000;

export class DayStates {
	private readonly answers: ComparedAnswers;

	constructor(
		private readonly set: Pick<SyncedSet, 'days' | 'plan'>,
		private readonly now: Date,
		private readonly calendars: Calendars,
	) {
		this.answers = new ComparedAnswers(set.days);
	}

	of(calendarDay: CalendarDay, known: SyncedDay | undefined): DayState {
		const { set, now, calendars } = this;
		const { partition, asked, refused } = known ?? {};
		if (!asked) {
			return refused ? 'refused' : partition ? 'provisional' : 'missing';
		}
		if (lacksFields(known, set.plan)) {
			return refused ? 'refused' : 'provisional';
		}
		if (!isFinal(calendarDay, asked, now, calendars)) {
			return 'provisional';
		}
		if (partition && partition.rows > 0 && asked.notGivenAgain >= partition.rows) {
			return 'gone';
		}
		const isDoubtful = asked.notGivenAgain > 0 || this.doubtsAbout(asked).length > 0 || asked.proof === 'cut';
		return isDoubtful ? 'inDoubt' : 'final';
	}

	/** Returns the doubts about the response for a day, including those that result from responses for other days. */
	doubtsAbout(asked: LastRequest): readonly Doubt[] {
		return this.answers.doubtsAbout(asked);
	}
}

/** Returns true if a day needs no more requests. Ignores requests from a computer whose clock was ahead. */
export function isFinal(day: CalendarDay, asked: LastRequest, now: Date, calendars: Calendars): boolean {
	const { since = day.range.since, until } = asked;
	return (
		isTrusted(asked, now) &&
		since <= day.range.since &&
		until >= day.range.until &&
		calendars.isFinalAt(new Date(asked.at), day, asked.zone)
	);
}

export function lacksFields(known: SyncedDay | undefined, plan: Pick<SyncPlan, 'fields'>): boolean {
	return known?.partition !== undefined && known.partition.rows > 0 && !hasFields(known.partition, plan);
}

export function hasFields(partition: Pick<Partition, 'fields'>, { fields }: Pick<SyncPlan, 'fields'>): boolean {
	return fields.every((field) => partition.fields.includes(field));
}

export function isTrusted({ at }: Pick<LastRequest, 'at'>, now: Date): boolean {
	return Date.parse(at) <= now.getTime() + clockSlackMs;
}
