import type { TriageProblem } from '../core/triage/triageEntry';
import type { IgnoredUntil, TriageState, TriageStatus } from '../shared/triage';
import { describeRecordCount, formatCount } from './formats';
import { l10n } from './l10n';

export function describeTriageState(state: TriageState): string {
	switch (state) {
		case 'open':
			return l10n.t('Open');
		case 'acknowledged':
			return l10n.t('Acknowledged');
		case 'ignored':
			return l10n.t('Ignored');
		case 'backAgain':
			return l10n.t('Ignored, back again');
		case 'fixed':
			return l10n.t('Fixed');
		case 'regressed':
			return l10n.t('Regressed');
	}
}

/** Describes a state with its conditions, such as `Ignored until 2026-12-21`. The text contains versions from records. */
export function describeTriageStatus({ state, decision, regression, unfixed }: TriageStatus): string {
	if (state === 'ignored' && decision.state === 'ignored') {
		return l10n.t('Ignored until {0}', describeUntil(decision.until));
	}
	if (state === 'regressed' && regression) {
		return l10n.t('Regressed in {0} ({1})', regression.version, describeRecordCount(regression.records));
	}
	if (state === 'fixed' && decision.state === 'fixed') {
		const versions = decision.versions.join(', ');
		return unfixed
			? l10n.t('Fixed in {0}, records up to {1}', versions, unfixed.version)
			: l10n.t('Fixed in {0}', versions);
	}
	return describeTriageState(state);
}

function describeUntil({ date, version, devices, records }: IgnoredUntil): string {
	return [
		...(date === undefined ? [] : [date]),
		...(version === undefined ? [] : [l10n.t('version {0}', version)]),
		...(devices === undefined ? [] : [l10n.t('more than {0} devices', formatCount(devices))]),
		...(records === undefined ? [] : [l10n.t('more than {0}', describeRecordCount(records))]),
	].join(l10n.t(' or '));
}

export function describeTriageProblem(problem: TriageProblem): string {
	switch (problem.kind) {
		case 'tooLarge':
			return l10n.t('The triage file is larger than 64 KB.');
		case 'conflict':
			return l10n.t('The triage file has an unresolved merge conflict.');
		case 'notJson':
			return l10n.t('The triage file is not valid JSON.');
		case 'member':
			return l10n.t('In the triage file, "{0}" is missing or invalid.', problem.member);
	}
}
