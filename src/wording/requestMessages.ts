import { type Plan, resolveQuestion } from '../core/plan/plan';
import { type Zone, zoneName } from '../core/plan/range';
import type { SavedExportProblem } from '../core/savedExports/savedExport';
import { zoneLabel } from '../shared/zones';
import { l10n } from './l10n';
import { applicationName, describeDateDimension, describeFilters, describeFormat } from './planMessages';
import { explainPlanProblem } from './problemMessages';

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

export function describeSavedExportProblem(problem: SavedExportProblem): string {
	switch (problem.kind) {
		case 'tooLarge':
			return l10n.t('The saved export is larger than 64 KB.');
		case 'conflict':
			return l10n.t('The saved export has an unresolved merge conflict.');
		case 'notJson':
			return l10n.t('The saved export is not valid JSON.');
		case 'duplicate':
			return l10n.t('The saved export contains "{0}" twice.', problem.member);
		case 'missing':
			return l10n.t('"{0}" is missing from the saved export.', problem.member);
		case 'invalid':
			return l10n.t('The value of "{0}" in the saved export is invalid.', problem.member);
		case 'plan':
			return explainPlanProblem(problem.problem);
	}
}

export function describeIgnoredMember(name: string): string {
	return l10n.t('App Errors ignores "{0}".', name);
}
