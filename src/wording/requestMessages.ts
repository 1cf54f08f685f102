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

/** What a person is asked before an agent has records exported. */
export function askForAgent(): string {
	return l10n.t('Export errors for an agent?');
}

/** What would be asked for, a sentence each. */
export function describeAgentRequest(plan: Plan, now: Date, zone: Zone): readonly string[] {
	return [...describeRequest(plan, now, zone), l10n.t('Fields: {0}', plan.fields.join(', '))];
}

export function describeZone(zone: Zone): string {
	return zone.kind === 'named' ? zone.name : `UTC${zoneName(zone)}`;
}
