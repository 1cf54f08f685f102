import { type Plan, resolveQuestion } from '../core/plan/plan';
import { type Zone, zoneName } from '../core/plan/range';
import { zoneLabel } from '../shared/zones';
import { l10n } from './l10n';
import { applicationName, describeDateDimension, describeFilters, describeFormat } from './planMessages';

export function describeRequest(
	plan: Plan,
	now: Date,
	zone: Zone,
	more: readonly string[] = [],
): readonly [string, string] {
	const { since, until } = resolveQuestion(plan, now, zone);
	return [
		l10n.t('Export of errors from {1} as {0}', describeFormat(plan.format), applicationName(plan)),
		[
			l10n.t('from {0} to {1}, {2}', since, until, describeZone(zone)),
			describeDateDimension(plan.dateDimension),
			...more,
			...describeFilters(plan.filters),
		].join(' · '),
	];
}

export function requestForAgent(): string {
	return l10n.t('Allow an agent to export errors?');
}

export function describeAgentRequest(plan: Plan, now: Date, zone: Zone): readonly string[] {
	return [...describeRequest(plan, now, zone), l10n.t('Fields: {0}', plan.fields.join(', '))];
}

export function describeZone(zone: Zone): string {
	return zoneLabel(zoneName(zone));
}
