import { type FileLimit, getFileLimits } from '../../../shared/fileLimits';
import type { Delimiter } from '../../../shared/results';
import { serviceFields } from '../../plan/fields';
import type { KnownRecords, OpenedRecords } from '../context/agentContext';
import { countText } from '../text/hostText';

const documented: ReadonlySet<string> = new Set(serviceFields.map(({ name }) => name));

export function describeRecords(id: string, records: KnownRecords, now: Date): string {
	const { application, since, until, timeZone, dimension, flags, filters } = records;
	const clock = [timeZone ?? 'unknown time zone', dimension === 'receive' ? 'by server time' : 'by device time'].join(
		', ',
	);
	const fields = filters.map(({ field }) => (documented.has(field) ? field : 'an additional field'));
	return [
		`${id}: application ${application.id}`,
		`${since} to ${until} (${clock})`,
		...(records.records === undefined ? [] : [`${countText(records.records)} records`]),
		`requested ${describeAge(now.getTime() - records.askedAt)} ago`,
		`flags: ${flags.length === 0 ? 'none' : flags.join(', ')}`,
		...(fields.length > 0 ? [`filtered by ${[...new Set(fields)].join(', ')}`] : []),
	].join(' · ');
}

export function describeOpened(
	id: string,
	records: KnownRecords,
	{ info }: Pick<OpenedRecords, 'info'>,
	now: Date,
): readonly string[] {
	// A record that occurs on several synced days is counted once, so the number of records is unknown until they are
	// opened.
	const exported = records.flags.includes('synced') ? undefined : records.records;
	const limits = getFileLimits(info, exported).map(fileLimitText);
	return [describeRecords(id, records, now), ...(limits.length > 0 ? [`${id}: file: ${limits.join('; ')}`] : [])];
}

export function fileLimitText(limit: FileLimit): string {
	switch (limit.kind) {
		case 'detectedForm':
			return `text encoding ${limit.form.encoding} and delimiter ${delimiterNames[limit.form.delimiter]} were detected and may be wrong`;
		case 'moreColumns':
			return `only the first ${countText(limit.columns)} columns are available`;
		case 'noErrors':
			return 'no column contains errors, so records cannot be grouped by error';
		case 'joined':
			return `consists of ${countText(limit.exports)} joined exports, so records may occur twice`;
		case 'rounded':
			return `a spreadsheet has rounded numbers in ${countText(limit.columns.length)} columns, which cannot count devices`;
		case 'dates':
			return `a spreadsheet has replaced versions with dates in ${countText(limit.columns.length)} columns`;
		case 'truncated':
			return 'ends in the middle of a record, so records may be missing';
		case 'tooLong':
			return `${countText(limit.records)} records are longer than 64 MiB and not included`;
		case 'malformed':
			return `${countText(limit.records)} malformed records${limit.ambiguous === 0 ? '' : `, ${countText(limit.ambiguous)} of them with an ambiguous end`}`;
		case 'otherCount':
			return `contains ${countText(limit.records)} records instead of ${countText(limit.exported)}`;
	}
}

const delimiterNames: Readonly<Record<Delimiter, string>> = {
	',': 'comma',
	';': 'semicolon',
	'\t': 'tab',
	'|': 'vertical bar',
};

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

function describeAge(ms: number): string {
	const units = [
		[day, 'd'],
		[hour, 'h'],
		[minute, 'min'],
	] as const;
	const [length, unit] = units.find(([length]) => ms >= 2 * length) ?? [minute, 'min'];
	return `${Math.max(0, Math.floor(ms / length))} ${unit}`;
}
