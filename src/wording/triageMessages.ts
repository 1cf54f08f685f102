import type { ReportedTriage } from '../core/report/collectView';
import type { TriageProblem } from '../core/triage/triageEntry';
import type { FixReason, FixVerdict, IgnoredUntil, JudgedTriage, TriageState, TriageStatus } from '../shared/triage';
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

/**
 * Describes a state and its conditions, for example `Ignored until 2026-12-21`. Contains untrusted text from records.
 */
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
			? l10n.t('Fixed in {0}, newest version with records: {1}', versions, unfixed.version)
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

export function describeFixKind(kind: FixVerdict['kind']): string {
	switch (kind) {
		case 'fixed':
			return l10n.t('Fixed');
		case 'stillHappening':
			return l10n.t('Still happening');
		case 'tooEarly':
			return l10n.t('Too early');
		case 'inconclusive':
			return l10n.t('Inconclusive');
	}
}

/** Describes the triage of a group. The texts contain untrusted text from records. */
export function describeTriage(
	judged: readonly (JudgedTriage | undefined)[],
	{ countsActiveDevices }: { readonly countsActiveDevices: boolean },
): readonly (ReportedTriage | undefined)[] {
	return judged.map(
		(one) =>
			one && {
				status: describeTriageStatus(one.status),
				fix: one.verdict ? describeFixVerdict(one.verdict, countsActiveDevices) : '',
			},
	);
}

/** Describes a verdict, for example `Too early: about 1,200 more devices`. Contains untrusted text from records. */
export function describeFixVerdict(verdict: FixVerdict, countsActiveDevices: boolean): string {
	switch (verdict.kind) {
		case 'fixed':
			return l10n.t('Fixed');
		case 'stillHappening':
			return l10n.t('Still happening in {0} ({1})', verdict.version, describeRecordCount(verdict.records));
		case 'tooEarly':
			return l10n.t('Too early: {0}', describeMissing(verdict, countsActiveDevices));
		case 'inconclusive':
			return l10n.t('Inconclusive: {0}', describeFixReason(verdict.reason));
	}
}

function describeMissing(
	{ moreDevices, moreDays }: Extract<FixVerdict, { kind: 'tooEarly' }>,
	countsActiveDevices: boolean,
): string {
	const devices = countsActiveDevices
		? l10n.t('about {0} more active device-days (80% power, 5% significance level)', formatCount(moreDevices))
		: l10n.t('about {0} more devices with errors (80% power, 5% significance level)', formatCount(moreDevices));
	const days = l10n.t('{0} more days of records', formatCount(moreDays));
	return [...(moreDevices > 0 ? [devices] : []), ...(moreDays > 0 ? [days] : [])].join(l10n.t(' and '));
}

function describeFixReason(reason: FixReason): string {
	switch (reason.kind) {
		case 'noVersions':
			return l10n.t('the records have no versions');
		case 'noTimes':
			return l10n.t('the records have no times');
		case 'noDevices':
			return l10n.t('the records have no device IDs');
		case 'cut':
			return l10n.t('records are missing');
		case 'unproven':
			return l10n.t('the completeness of the records is not verified');
		case 'noneBefore':
			return l10n.t('the error has no records in versions without the fix');
		case 'tooFewBefore':
			return l10n.t('too few devices had the error before the fix');
		case 'packages':
			return l10n.t('the error occurs in several app packages, and active devices are not counted by package');
		case 'noActiveDevices':
			return l10n.t('the file with active devices contains no number for a version with the error');
		case 'renamed':
			return l10n.t('versions with the fix have the similar error {0}', reason.to);
	}
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
			return l10n.t('"{0}" is missing or invalid in the triage file.', problem.member);
	}
}
