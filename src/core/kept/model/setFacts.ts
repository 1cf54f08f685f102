import type { RecordsFacts, TimeRange } from '../../../shared/comparison';
import type { Doubt } from '../../export/model/entry';
import { momentsOf } from '../../export/slices/cutRange';
import { zoneName } from '../../plan/range';
import { ComparedAnswers, isDoubtOfCount } from './comparedAnswers';
import type { KeptSet } from './keptSet';

/** What comparisons need to know of how kept records were asked for: days that are missing are none that they cover. */
export function factsOfSet({ plan, zone, days }: Pick<KeptSet, 'plan' | 'zone' | 'days'>): RecordsFacts {
	const asked = days.flatMap(({ day, asked }) => (asked ? [{ day, ...asked }] : []));
	const answers = new ComparedAnswers(days);
	const mayLackRecords = asked.some((answer) => answers.doubtsAbout(answer).some(isDoubtOfWholeness));
	const isCut = asked.some(({ proof, doubts }) => proof === 'cut' || doubts.some(({ kind }) => kind === 'missing'));
	return {
		application: plan.application.id,
		filters: plan.filters,
		dimension: 'receive',
		timeZone: zoneName(zone),
		covers: joined(asked.map(({ day, until, zone }) => momentsOf({ since: `${day} 00:00:00`, until }, zone))),
		askedAt: Math.max(0, ...asked.map(({ at }) => Date.parse(at) / 1000)),
		proof: isCut ? 'cut' : mayLackRecords || asked.length === 0 ? 'unproven' : 'proven',
	};
}

/** The answers about other days prove that one was not cut (`comparedAnswers.ts`), but for what speaks against it. */
function isDoubtOfWholeness(doubt: Doubt): boolean {
	return isDoubtOfCount(doubt) || ['endNotTold', 'saidPartial', 'indivisible'].includes(doubt.kind);
}

/** Days meet where the next begins: spans of them are one. */
function joined(ranges: readonly TimeRange[]): TimeRange[] {
	const spans: TimeRange[] = [];
	for (const range of ranges) {
		const last = spans.at(-1);
		if (last && range.since <= last.until + 1) {
			spans[spans.length - 1] = { since: last.since, until: Math.max(last.until, range.until) };
		} else {
			spans.push(range);
		}
	}
	return spans;
}
