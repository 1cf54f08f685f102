import type { ReportLink } from '../../core/records/write/report/report';
import { linksTo, type RecordsLinks } from '../../core/report/recordsLinks';
import { groupFingerprint } from '../../core/stack/grouping/groupFingerprint';
import type { Suspects } from '../../core/suspects/suspects';
import { groupWords } from '../../shared/groupLabels';
import { type GroupValue, isErrorValue } from '../../shared/groupValue';
import type { Group, GroupKey } from '../../shared/results';
import { type ActiveRates, type DeviceDays, perThousandActive } from '../../shared/triage';
import { describeSuspectReason } from '../../wording/revisionMessages';
import type { Json } from '../output/result';
import type { OpenFile } from './openFile';

/**
 * Returns functions that create links. The links have the scheme `vscode`, because the editor that will open them is
 * unknown.
 */
export function linksOf({ facts, info }: Pick<OpenFile, 'facts' | 'info'>): RecordsLinks {
	return linksTo('vscode', facts, info.columns);
}

export function namesData(key: GroupKey, value: GroupValue) {
	const { title, place, message } = groupWords(key, value);
	const frames = isErrorValue(value) ? value.frames : [];
	return { fingerprint: groupFingerprint(key, value), title, place, message, frames } satisfies Json;
}

/** Returns the counts of a group for JSON. Times are in UTC, or in local time if the file has no time zone. */
export function countsData({ records, devices, firstSeen, lastSeen, firstVersion, lastVersion, trend }: Group) {
	return {
		records,
		devices: devices ?? null,
		firstSeen: momentData(firstSeen),
		lastSeen: momentData(lastSeen),
		firstVersion,
		lastVersion,
		trend,
	} satisfies Json;
}

export function ratesData(rates: ActiveRates | undefined): Json {
	if (!rates) {
		return null;
	}
	const { span, total, versions } = rates;
	return {
		since: span.first,
		until: span.last,
		...rateData(total),
		versions: versions.map(({ version, ...days }) => ({ version, ...rateData(days) })),
	};
}

function rateData({ affected, active }: DeviceDays) {
	return { affected, active, perThousand: perThousandActive({ affected, active }) ?? null } satisfies Json;
}

export function codeData(code: ReportLink | undefined): Json {
	return code ? { path: code.label.replace(/:\d+$/, ''), line: code.line1 } : null;
}

export function suspectsData(suspects: Suspects | undefined): Json {
	if (!suspects) {
		return null;
	}
	if (suspects.kind === 'inconclusive') {
		const { reason } = suspects;
		return { verdict: 'inconclusive', reason: reason.kind, text: describeSuspectReason(reason) };
	}
	const { good, bad, commits, total } = suspects;
	return {
		verdict: 'found',
		good: { ...good },
		bad: { ...bad },
		total,
		commits: commits.map(({ hash, subject, author, authoredAt, touched, onlyFormatting, files }) => ({
			hash,
			subject,
			author,
			authored: momentData(authoredAt),
			touched,
			onlyFormatting,
			files: files.map(({ path, owners }) => ({ path, owners })),
		})),
	};
}

export function momentData(seconds: number | undefined): string | null {
	return seconds === undefined ? null : new Date(seconds * 1000).toISOString();
}
