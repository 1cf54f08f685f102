import { type Plan, resolveQuestion } from '../../plan/plan';
import type { Zone } from '../../plan/range';
import type { ExportEntry } from '../model/entry';

/**
 * Returns a function that checks whether an export has the same request as the plan. If the range is relative, such as
 * the last 7 days, only the dates are compared, not the times of day.
 */
export function requestsSameRecords(plan: Plan, zone: Zone, now = new Date()): (entry: ExportEntry) => boolean {
	const wanted = identityOf(plan, resolveQuestion(plan, now, zone));
	return ({ stored }) => identityOf(stored.plan, stored.question) === wanted;
}

function identityOf(plan: Plan, question: { readonly since: string; readonly until: string }): string {
	const { application, view: _, range: __, deviceKey: ___, ...rest } = plan;
	// The times of a relative range differ in each request, but its days stay the same until midnight.
	const isRelative = plan.range.kind !== 'between';
	const days = [question.since, question.until].map((time) => (isRelative ? time.slice(0, 10) : time));
	const members = Object.entries(rest).sort(([one], [other]) => (one < other ? -1 : 1));
	return JSON.stringify([application.id, days, isRelative ? plan.range : plan.range.kind, members]);
}
