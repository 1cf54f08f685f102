import { l10n } from 'vscode';
import { cut, inOneLine } from '../core/common/plainText';
import type { ExportEntry } from '../core/export/model/entry';
import type { KeptPlan } from '../core/kept/model/keptSet';
import type { SetSummary } from '../core/kept/model/summary';
import type { SiteCount, SiteGroup } from '../core/records/query/crashSites/siteAnswers';
import type { RecordsFacts } from '../shared/comparison';
import { describeRecordCount, formatCount, formatMoment, formatNear } from './formats';
import { describeCurrency } from './keptMessages';
import { applicationName, describeDay, describeFilters, describeRange } from './planMessages';

/** What a lens shows: more would be cut, or push code aside (characters). */
const maxLens = 60;
/** Of a version's name, which is free text (characters). */
const maxVersion = 16;

/** That are named one by one. */
const maxVersions = 3;

type Seen = Pick<SiteGroup, 'records' | 'devices' | 'lastSeen' | 'versions'>;

/** `142 records · 37 devices · 3.1 – 3.2 · last seen today`; as much of it as fits, and how many groups these are. */
export function describeCodeMark(count: Seen & Pick<SiteCount, 'groupCount'>, isAtLeast: boolean, now: Date): string {
	const parts = partsOf(count, isAtLeast, now);
	let text = parts[0] ?? '';
	for (const part of parts.slice(1)) {
		const longer = `${text} · ${part}`;
		text = longer.length <= maxLens ? longer : text;
	}
	return count.groupCount > 1 ? `${text} · ${l10n.t('{0} groups', formatCount(count.groupCount))}` : text;
}

/** The same of a group, all of it. */
export function describeSeen(count: Seen, isAtLeast: boolean, now: Date): string {
	return partsOf(count, isAtLeast, now).join(' · ');
}

/** For screen readers, which read neither signs nor dashes. */
export function spokenCodeMark(name: string, count: Seen & Pick<SiteCount, 'groupCount'>, now: Date): string {
	const { versions, lastSeen, records, devices, groupCount } = count;
	return [
		name,
		describeRecordCount(records),
		...(devices === undefined ? [] : [describeDevices(devices)]),
		...(versions ? [l10n.t('versions {0} to {1}', nameOfVersion(versions.first), nameOfVersion(versions.last))] : []),
		...(lastSeen === undefined ? [] : [describeLastSeen(lastSeen, now)]),
		...(groupCount > 1 ? [l10n.t('{0} groups', formatCount(groupCount))] : []),
	].join(', ');
}

function partsOf({ records, devices, versions, lastSeen }: Seen, isAtLeast: boolean, now: Date): string[] {
	const least = (text: string) => (isAtLeast ? `≥ ${text}` : text);
	return [
		least(describeRecordCount(records)),
		...(devices === undefined ? [] : [least(describeDevices(devices))]),
		...(versions ? [describeVersions(versions)] : []),
		...(lastSeen === undefined ? [] : [describeLastSeen(lastSeen, now)]),
	];
}

function describeDevices(devices: number): string {
	return devices === 1 ? l10n.t('1 device') : l10n.t('{0} devices', formatCount(devices));
}

function describeVersions({ first, last }: NonNullable<Seen['versions']>): string {
	return first === last ? nameOfVersion(first) : `${nameOfVersion(first)} – ${nameOfVersion(last)}`;
}

/** Strangers may have written it. */
function nameOfVersion(name: string): string {
	return cut(inOneLine(name).trim(), maxVersion);
}

/** @param seconds Unix time. */
function describeLastSeen(seconds: number, now: Date): string {
	const then = new Date(seconds * 1000);
	const midnight = new Date(now.getFullYear(), now.getMonth(), now.getDate());
	const yesterday = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1);
	if (then >= midnight) {
		return l10n.t('last seen today');
	}
	return then >= yesterday ? l10n.t('last seen yesterday') : l10n.t('last seen {0}', formatMoment(then, 'date'));
}

/** How many of a group's records are at a place, where these are not all. */
export function describePartOfGroup({ records, ofAll }: SiteGroup): string | undefined {
	return records < ofAll
		? l10n.t('{0} of {1} records of this group', formatCount(records), formatCount(ofAll))
		: undefined;
}

/** Why counts may be less than there were. */
export function describeAtLeast({ proof, filters }: Pick<RecordsFacts, 'filters' | 'proof'>): readonly string[] {
	return [
		...(proof === 'cut' ? [l10n.t('Records are missing from the export, so there were more.')] : []),
		...(proof === 'unproven' ? [l10n.t('Nothing proves that the export has all records, so there may be more.')] : []),
		...(filters.length > 0 ? [l10n.t('The export was filtered, so there may be more.')] : []),
	];
}

/** How a line of a build came to be where it is marked. */
export type MarkedLineKind =
	/** Its number is the one that the build had. */
	| 'same'
	| 'shifted'
	/** It was edited since. */
	| 'changed'
	/** It was deleted; what is marked is its function. */
	| 'gone'
	/** Nobody knows the text of the build. */
	| 'unchecked'
	/** As above, and the function does not hold it any more; what is marked is the function. */
	| 'moved'
	/** The trace has no line; what is marked is the function. */
	| 'unnumbered';

/** @param versions Not empty; '' is one that the records do not tell. */
export function describeMarkedLine(
	kind: MarkedLineKind,
	told: number | undefined,
	versions: readonly string[],
): string {
	const names = versions
		.slice(0, maxVersions)
		.map((version) => (version === '' ? l10n.t('an unknown version') : nameOfVersion(version)));
	const name = [...names, ...(versions.length > maxVersions ? ['…'] : [])].join(', ');
	const line = formatCount(told ?? 0);
	switch (kind) {
		case 'same':
			return l10n.t('The same line in {0}', name);
		case 'shifted':
			return l10n.t('Line {0} in {1}', line, name);
		case 'changed':
			return l10n.t('Line {0} in {1}, edited since', line, name);
		case 'gone':
			return l10n.t('Line {0} in {1} is gone; this is its function', line, name);
		case 'unchecked':
			return l10n.t('Line {0} of {1}, not checked against history', line, name);
		case 'moved':
			return l10n.t('Line {0} of {1} is not in the function any more; this is where the function is', line, name);
		case 'unnumbered':
			return l10n.t('Traces of {0} tell no line', name);
	}
}

/** What the records of an export are and from when, in the code. */
export function describeExportForCode({ name, stored, outcome }: ExportEntry): string {
	const { plan, askedAt } = stored;
	return [
		applicationName(plan),
		...(name === undefined ? [] : [name]),
		describeRange(plan.range),
		...describeFilters(plan.filters),
		l10n.t('exported {0}', formatNear(new Date(outcome?.finishedAt ?? askedAt), new Date())),
	].join(' · ');
}

/** The same of kept records. */
export function describeSetForCode({
	plan,
	summary,
}: {
	readonly plan: KeptPlan;
	readonly summary: SetSummary;
}): string {
	return [
		applicationName(plan),
		l10n.t('kept since {0}', describeDay(plan.since)),
		...describeFilters(plan.filters),
		describeCurrency(summary),
	].join(' · ');
}

/** Records of the application that are not counted. */
export function describeOlder(older: number): string {
	return older === 1
		? l10n.t('Older records of this application are open or used too, and are not counted.')
		: l10n.t(
				'{0} older files of records of this application are open or used too, and are not counted.',
				formatCount(older),
			);
}

/** What of a file's errors is on no line. */
export interface LeftOfFile {
	/** Traces that name a file of this name, and may be of another one. */
	readonly unsure: number;
	/** Records whose line and function are not in the file any more. */
	readonly gone: number;
	/** Records whose traces are minified without a mapping. */
	readonly minified: number;
}

export function describeLeftOfFile({ unsure, gone, minified }: LeftOfFile, fileName: string): readonly string[] {
	return [
		...(unsure > 0
			? [l10n.t('{0} name a file {1} that may be another one.', describeRecordCount(unsure), fileName)]
			: []),
		...(gone > 0 ? [l10n.t('{0} threw in functions that are gone.', describeRecordCount(gone))] : []),
		...(minified > 0
			? [l10n.t('Traces of {0} are minified; choose a mapping to see where they threw.', describeRecordCount(minified))]
			: []),
	];
}

/** Why nothing is shown in the code. */
export type NoCodeMarks =
	| { readonly kind: 'off' | 'hidden' | 'noRecords' | 'noSource' | 'looking' }
	| { readonly kind: 'nothingHere'; readonly left: LeftOfFile; readonly fileName: string };

export function describeNoCodeMarks(why: NoCodeMarks): string {
	switch (why.kind) {
		case 'off':
			return l10n.t('Errors are not shown in the code, by the setting.');
		case 'hidden':
			return l10n.t('Errors in the code are hidden.');
		case 'noRecords':
			return l10n.t(
				'No records are shown in the code. Open an export in the results view, or choose Use in Code in its menu.',
			);
		case 'noSource':
			return l10n.t('This is no source file of the workspace.');
		case 'looking':
			return l10n.t('The records are still being read.');
		case 'nothingHere':
			return [l10n.t('No records lead here.'), ...describeLeftOfFile(why.left, why.fileName)].join(' ');
	}
}

/** Of a file whose functions threw. */
export function describeFileWithErrors({ records, devices }: Pick<SiteGroup, 'records' | 'devices'>): string {
	return [describeRecordCount(records), ...(devices === undefined ? [] : [describeDevices(devices)])].join(' · ');
}

/** How much of a file is marked. */
export function describeMarksOfFile(functions: number, lines: number, fileName: string): string {
	const threw =
		functions === 1
			? l10n.t('1 function of {0} threw.', fileName)
			: l10n.t('{0} functions of {1} threw.', formatCount(functions), fileName);
	return `${threw} ${lines === 1 ? l10n.t('1 line is marked.') : l10n.t('{0} lines are marked.', formatCount(lines))}`;
}
