import { serviceFields } from '../../plan/fields';
import { countText } from '../text/hostText';
import type { KnownRecords } from '../world/agentWorld';

const documented: ReadonlySet<string> = new Set(serviceFields.map(({ name }) => name));

/** One line on which records an answer is about, with whatever speaks against believing their counts. */
export function describeRecords(id: string, records: KnownRecords, now: Date): string {
	const { application, since, until, timeZone, dimension, flags, filters } = records;
	const clock = [timeZone ?? 'unknown clock', dimension === 'receive' ? 'by receive time' : 'by device time'].join(
		', ',
	);
	const fields = filters.map(({ field }) => (documented.has(field) ? field : 'another field'));
	return [
		`${id}: application ${application.id}`,
		`${since} to ${until} (${clock})`,
		...(records.records === undefined ? [] : [`${countText(records.records)} records`]),
		`asked for ${describeAge(now.getTime() - records.askedAt)} ago`,
		`flags: ${flags.length === 0 ? 'none' : flags.join(', ')}`,
		...(fields.length > 0 ? [`filtered by ${[...new Set(fields)].join(', ')}`] : []),
	].join(' · ');
}

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
