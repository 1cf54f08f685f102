import { cut, inOneLine } from '../core/common/plainText';
import type { ExportEntry } from '../core/export/model/entry';
import { type Zone, zoneName } from '../core/plan/range';
import type { SiteCount, SiteGroup } from '../core/records/query/crashSites/siteAnswers';
import type { SetSummary } from '../core/sync/model/summary';
import type { SyncPlan } from '../core/sync/model/syncedSet';
import type { RecordsFacts } from '../shared/comparison';
import { isZoneName, zoneOffset } from '../shared/zones';
import { describeRecordCount, formatCount, formatMoment, formatNear, plural, withZone } from './formats';
import { l10n } from './l10n';
import { applicationName, describeDay, describeFilters, describeRange } from './planMessages';
import { describeCurrencyInZone } from './syncMessages';

/** Maximum length of a code lens, in characters. A longer code lens might be truncated or widen the line. */
const maxLensLength = 60;
const maxVersionLength = 16;

const maxVersions = 3;

interface GroupSummary extends Pick<SiteGroup, 'records' | 'devices' | 'lastSeen' | 'versions'> {
	/** Time zone of the application. Undefined for the local time zone. */
	readonly timeZone?: string | undefined;
}

/**
 * Returns text such as `142 records · 37 devices · 3.1 – 3.2 · last seen today`. Omits items that would make the text
 * too long.
 */
export function describeCodeMark(
	count: GroupSummary & Pick<SiteCount, 'groupCount'>,
	isAtLeast: boolean,
	now: Date,
): string {
	const parts = getParts(count, isAtLeast, now);
	let text = parts[0] ?? '';
	for (const part of parts.slice(1)) {
		const longer = `${text} · ${part}`;
		text = longer.length <= maxLensLength ? longer : text;
	}
	return count.groupCount > 1
		? `${text} · ${plural(count.groupCount, { one: '{0} group', other: '{0} groups' })}`
		: text;
}

/** Like `describeCodeMark`, but for one group and without a maximum length. */
export function describeSeen(count: GroupSummary, isAtLeast: boolean, now: Date): string {
	return getParts(count, isAtLeast, now).join(' · ');
}

/** Returns a description for screen readers, without symbols and dashes. */
export function spokenCodeMark(name: string, count: GroupSummary & Pick<SiteCount, 'groupCount'>, now: Date): string {
	const { versions, records, devices, groupCount } = count;
	return [
		name,
		describeRecordCount(records),
		...(devices === undefined ? [] : [describeDevices(devices)]),
		...(versions ? [l10n.t('versions {0} to {1}', nameOfVersion(versions.first), nameOfVersion(versions.last))] : []),
		...describeLastSeen(count, now),
		...(groupCount > 1 ? [plural(groupCount, { one: '{0} group', other: '{0} groups' })] : []),
	].join(', ');
}

function getParts(count: GroupSummary, isAtLeast: boolean, now: Date): string[] {
	const { records, devices, versions } = count;
	const least = (text: string) => (isAtLeast ? text.replace(/^\S+/, '$&+') : text);
	return [
		least(describeRecordCount(records)),
		...(devices === undefined ? [] : [least(describeDevices(devices))]),
		...(versions ? [describeVersions(versions)] : []),
		...describeLastSeen(count, now),
	];
}

function describeDevices(devices: number): string {
	return plural(devices, { one: '{0} device', other: '{0} devices' });
}

function describeVersions({ first, last }: NonNullable<GroupSummary['versions']>): string {
	return first === last ? nameOfVersion(first) : `${nameOfVersion(first)} – ${nameOfVersion(last)}`;
}

function nameOfVersion(name: string): string {
	return cut(inOneLine(name).trim(), maxVersionLength);
}

function describeLastSeen({ lastSeen, timeZone }: GroupSummary, now: Date): readonly string[] {
	if (lastSeen === undefined) {
		return [];
	}
	const daysAgo = dayOf(now.getTime() / 1000, timeZone) - dayOf(lastSeen, timeZone);
	if (daysAgo <= 0) {
		return [l10n.t('last seen today')];
	}
	return daysAgo === 1
		? [l10n.t('last seen yesterday')]
		: [l10n.t('last seen {0}', formatMoment(new Date(lastSeen * 1000), 'date', timeZone))];
}

function dayOf(seconds: number, timeZone: string | undefined): number {
	const known = timeZone !== undefined && isZoneName(timeZone) ? timeZone : undefined;
	return Math.floor((seconds + zoneOffset(seconds, known)) / 86_400);
}

/** Describes how many of a group's records contain the location. Returns undefined if all of them contain it. */
export function describePartOfGroup({ records, ofAll }: SiteGroup): string | undefined {
	return records < ofAll
		? l10n.t('{0} of {1} records of this group', formatCount(records), formatCount(ofAll))
		: undefined;
}

export function describeAtLeast({ proof, filters }: Pick<RecordsFacts, 'filters' | 'proof'>): readonly string[] {
	return [
		...(proof === 'cut' ? [l10n.t('The export is incomplete, so the actual count is higher.')] : []),
		...(proof === 'unproven' ? [l10n.t('The export may be incomplete.')] : []),
		...(filters.length > 0 ? [l10n.t('The export was filtered, so the actual count may be higher.')] : []),
	];
}

export type MarkedLineKind =
	| 'same'
	| 'shifted'
	| 'changed'
	/** The line was deleted, so its function is marked instead. */
	| 'gone'
	/** The source code of the build isn't available. */
	| 'unchecked'
	/** Like `unchecked`, but the function no longer contains the line, so the function is marked instead. */
	| 'moved'
	/** The trace has no line number, so the function is marked instead. */
	| 'unnumbered';

/** @param versions Versions in which the line was marked. An empty string represents an unknown version */
export function describeMarkedLine(
	kind: MarkedLineKind,
	reportedLine1: number | undefined,
	versions: readonly string[],
): string {
	const names = versions
		.slice(0, maxVersions)
		.map((version) => (version === '' ? l10n.t('an unknown version') : nameOfVersion(version)));
	const name = [...names, ...(versions.length > maxVersions ? ['…'] : [])].join(', ');
	const line = formatCount(reportedLine1 ?? 0);
	switch (kind) {
		case 'same':
			return l10n.t('Same line in {0}', name);
		case 'shifted':
			return l10n.t('Line {0} in {1}', line, name);
		case 'changed':
			return l10n.t('Line {0} in {1} (edited since)', line, name);
		case 'gone':
			return l10n.t('Line {0} in {1} was deleted. Showing the function that contained it.', line, name);
		case 'unchecked':
			return l10n.t('Line {0} in {1} (may have moved since)', line, name);
		case 'moved':
			return l10n.t("Line {0} in {1} is no longer in this function. Showing the function's first line.", line, name);
		case 'unnumbered':
			return l10n.t('Stack traces from {0} have no line numbers', name);
	}
}

export function describeExportForCode({ name, stored, outcome }: ExportEntry): string {
	const { plan, askedAt, zone } = stored;
	const timeZone = zone && zoneName(zone);
	return [
		applicationName(plan),
		...(name === undefined ? [] : [name]),
		describeRange(plan.range),
		...describeFilters(plan.filters),
		l10n.t(
			'exported {0}',
			withZone(formatNear(new Date(outcome?.finishedAt ?? askedAt), new Date(), timeZone), timeZone),
		),
	].join(' · ');
}

export function describeSetForCode({
	plan,
	zone,
	summary,
}: {
	readonly plan: SyncPlan;
	readonly zone: Zone;
	readonly summary: SetSummary;
}): string {
	return [
		applicationName(plan),
		l10n.t('synced since {0}', describeDay(plan.since)),
		...describeFilters(plan.filters),
		describeCurrencyInZone(summary, zoneName(zone)),
	].join(' · ');
}

export function describeOlder(older: number): string {
	return plural(older, {
		one: 'Not counted: {0} older record set of this application that is also open.',
		other: 'Not counted: {0} older record sets of this application that are also open.',
	});
}

export interface LeftOfFile {
	/** Number of stack traces that contain the name of the file but may refer to another file. */
	readonly unsure: number;
	/** Number of records whose line and function are no longer in the file. */
	readonly gone: number;
	readonly minified: number;
	/** Number of exports and synced sets that couldn't be read. */
	readonly unread: number;
}

export function describeLeftOfFile(
	{ unsure, gone, minified, unread }: LeftOfFile,
	fileName: string,
): readonly string[] {
	return [
		...(unsure > 0
			? [l10n.t('{0} may belong to a different file named {1}.', describeRecordCount(unsure), fileName)]
			: []),
		...(gone > 0
			? [
					plural(gone, {
						one: '{0} record refers to functions that no longer exist.',
						other: '{0} records refer to functions that no longer exist.',
					}),
				]
			: []),
		...(minified > 0
			? [
					plural(minified, {
						one: '{0} record has a minified stack trace. Choose a mapping file to locate it.',
						other: '{0} records have minified stack traces. Choose a mapping file to locate them.',
					}),
				]
			: []),
		...(unread > 0 ? [describeUnread(unread)] : []),
	];
}

export function describeUnread(unread: number): string {
	return plural(unread, {
		one: '{0} export or synced set could not be read.',
		other: '{0} exports or synced sets could not be read.',
	});
}

export type NoCodeMarks =
	| { readonly kind: 'off' | 'hidden' | 'noRecords' | 'noSource' | 'looking' | 'unreadable' }
	| { readonly kind: 'nothingHere'; readonly left: LeftOfFile; readonly fileName: string };

export function describeNoCodeMarks(why: NoCodeMarks): string {
	switch (why.kind) {
		case 'off':
			return l10n.t('Code marks are turned off in the settings.');
		case 'hidden':
			return l10n.t('Code marks are hidden.');
		case 'noRecords':
			return l10n.t(
				'No records are shown in the editor. Open an export in the results view, or select "Show in Editor" in its context menu.',
			);
		case 'noSource':
			return l10n.t('This file is not a source file in the workspace.');
		case 'looking':
			return l10n.t('The records are still loading. Try again later.');
		case 'unreadable':
			return l10n.t('The records have changed or could not be read. Open them again.');
		case 'nothingHere':
			return [l10n.t('No errors refer to this file.'), ...describeLeftOfFile(why.left, why.fileName)].join(' ');
	}
}

export function describeFileWithErrors({ records, devices }: Pick<SiteGroup, 'records' | 'devices'>): string {
	return [describeRecordCount(records), ...(devices === undefined ? [] : [describeDevices(devices)])].join(' · ');
}

export function describeMarksOfFile(functions: number, lines: number, fileName: string): string {
	const threw = plural(
		functions,
		{ one: '{0} function in {1} has errors.', other: '{0} functions in {1} have errors.' },
		fileName,
	);
	return `${threw} ${plural(lines, { one: '{0} line is marked.', other: '{0} lines are marked.' })}`;
}
