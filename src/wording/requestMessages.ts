import { l10n } from 'vscode';
import { askNow, type Plan } from '../core/plan/plan';
import { type Zone, zoneName } from '../core/plan/range';
import { applicationName, describeDateDimension, describeFilters, describeFormat } from './planMessages';

/** Which records a plan asks for now, and by what else they are chosen. */
export function describeRequest(
	plan: Plan,
	now: Date,
	zone: Zone,
	more: readonly string[] = [],
): readonly [string, string] {
	const { since, until } = askNow(plan, now, zone);
	return [
		l10n.t('{0} of the errors of {1}', describeFormat(plan.format), applicationName(plan)),
		[
			l10n.t('from {0} until {1}, {2}', since, until, describeZone(zone)),
			describeDateDimension(plan.dateDimension),
			...more,
			...describeFilters(plan.filters),
		].join(' · '),
	];
}

export function describeZone(zone: Zone): string {
	return zone.kind === 'named' ? zone.name : `UTC${zoneName(zone)}`;
}
