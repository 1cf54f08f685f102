import type { DayState } from '../../../shared/keptDays';
import type { Doubt } from '../../export/model/entry';
import { isSameZone, type Zone } from '../../plan/range';
import { ComparedAnswers } from './comparedAnswers';
import type { CalendarDay, Calendars } from './days';
import type { Asked, KeptDay, KeptPlan, KeptSet, Part } from './keptSet';

/** A clock that is set right goes back by seconds; what was asked later than this from now was asked by a wrong one. */
const clockSlackMs = 5 * 60_000;

/** How far the days of a set are at a moment. */
export class DayStates {
	private readonly answers: ComparedAnswers;

	constructor(
		private readonly set: Pick<KeptSet, 'zone' | 'days' | 'plan'>,
		private readonly now: Date,
		private readonly calendars: Calendars,
	) {
		this.answers = new ComparedAnswers(set.days);
	}

	/** @param known What the set knows of the day. */
	of(calendarDay: CalendarDay, known: KeptDay | undefined): DayState {
		const { set, now, calendars } = this;
		const { part, asked, refused } = known ?? {};
		if (!asked) {
			return refused ? 'refused' : part ? 'open' : 'missing';
		}
		if (lacksFields(known, set.plan)) {
			return refused ? 'refused' : 'open';
		}
		if (!isSettled(calendarDay, asked, set, now, calendars)) {
			return 'open';
		}
		if (part && part.rows > 0 && asked.notGivenAgain >= part.rows) {
			return 'gone';
		}
		const isDoubtful = asked.notGivenAgain > 0 || this.doubtsAbout(asked).length > 0 || asked.proof === 'cut';
		return isDoubtful ? 'inDoubt' : 'settled';
	}

	/** What speaks against the answer about a day, beside those about the others. */
	doubtsAbout(asked: Asked): readonly Doubt[] {
		return this.answers.doubtsAbout(asked);
	}
}

/**
 * Whether nothing more has to be asked about a day. What a machine asked whose clock was ahead is asked again, and so is the
 * last day before the application was given another clock: the day after it begins at another moment now.
 */
export function isSettled(
	day: CalendarDay,
	asked: Asked,
	set: Pick<KeptSet, 'zone' | 'days'>,
	now: Date,
	calendars: Calendars,
): boolean {
	return (
		isTrusted(asked, now) &&
		asked.until >= day.range.until &&
		calendars.isSettledAt(new Date(asked.at), day, asked.zone) &&
		(isSameZone(asked.zone, set.zone) || isFollowedOnItsClock(day.day, asked.zone, set))
	);
}

/** Whether a day has records without a field that is kept by now: it is asked about again. */
export function lacksFields(known: KeptDay | undefined, plan: Pick<KeptPlan, 'fields'>): boolean {
	return known?.part !== undefined && known.part.rows > 0 && !hasFields(known.part, plan);
}

export function hasFields(part: Pick<Part, 'fields'>, { fields }: Pick<KeptPlan, 'fields'>): boolean {
	return fields.every((field) => part.fields.includes(field));
}

/** Whether the moment that a question was asked at can be right. */
export function isTrusted({ at }: Pick<Asked, 'at'>, now: Date): boolean {
	return Date.parse(at) <= now.getTime() + clockSlackMs;
}

function isFollowedOnItsClock(day: string, zone: Zone, { days }: Pick<KeptSet, 'days'>): boolean {
	const next = days.find((other) => other.day > day);
	return next?.asked !== undefined && isSameZone(next.asked.zone, zone);
}
