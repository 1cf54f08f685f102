import type { RecordsFacts, TimeRange } from '../../../shared/comparison';
import { getMoments } from '../../export/chunks/splitRange';
import type { Doubt } from '../../export/model/entry';
import { zoneName } from '../../plan/range';
import { ComparedAnswers, isDoubtOfCount } from './compareResponses';
import type { SyncedSet } from './syncedSet';

/** Returns facts about a synced set for comparisons. Missing days are not part of the covered ranges. */
export function factsOfSet({ plan, zone, days }: Pick<SyncedSet, 'plan' | 'zone' | 'days'>): RecordsFacts {
	const asked = days.flatMap(({ day, asked }) => (asked ? [{ day, ...asked }] : []));
	const answers = new ComparedAnswers(days);
	const mayLackRecords = asked.some((answer) => answers.doubtsAbout(answer).some(isDoubtOfWholeness));
	const isCut = asked.some(({ proof, doubts }) => proof === 'cut' || doubts.some(({ kind }) => kind === 'missing'));
	return {
		application: plan.application.id,
		filters: plan.filters,
		dimension: 'receive',
		timeZone: zoneName(zone),
		covers: joined(asked.map(({ day, since = `${day} 00:00:00`, until, zone }) => getMoments({ since, until }, zone))),
		askedAt: Math.max(0, ...asked.map(({ at }) => Date.parse(at) / 1000)),
		proof: isCut ? 'cut' : mayLackRecords || asked.length === 0 ? 'unproven' : 'proven',
	};
}

function isDoubtOfWholeness(doubt: Doubt): boolean {
	return isDoubtOfCount(doubt) || ['endNotAnnounced', 'saidPartial', 'indivisible'].includes(doubt.kind);
}

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
