import type { RecordsFacts } from '../../../shared/comparison';
import type { RecordFilter, TableInfo } from '../../../shared/results';
import type { ActiveRates } from '../../../shared/triage';
import { dayAt, getMoment } from '../../plan/civilClock';
import { versionKey } from '../../records/query/values/versionKey';
import { narrowed, type QueriedRecords, ViewFacts } from '../../report/viewFacts';
import { countVersions } from '../judgeGroup';
import type { ActiveDevices } from './activeDevices';

const daySeconds = 86_400;
const maxVersions = 3;
/** Maximum share of records that can't be counted because they have no time, device ID, or version. */
const maxUncounted = 0.01;
/** Maximum number of days. It is a multiple of seven, so that all weekdays have the same weight. */
const maxDays = 28;

interface RatedRecords {
	readonly records: QueriedRecords;
	readonly info: TableInfo;
	readonly facts: RecordsFacts | undefined;
}

/**
 * Divides the devices with records by the active devices of the same version and day.
 * @param since First day (`yyyy-mm-dd`). At most the last four weeks are counted.
 * @returns Undefined if no active devices are known, or if records of these days may be missing
 */
export async function getActiveRates(
	active: ActiveDevices,
	{ records, info, facts }: RatedRecords,
	filters: readonly RecordFilter[],
	since: string,
	signal: AbortSignal,
): Promise<ActiveRates | undefined> {
	const { timeColumn: column, deviceColumn, versionColumn } = info;
	if (!facts || facts.covers.length === 0 || facts.filters.length > 0 || facts.proof === 'cut') {
		return undefined;
	}
	if (column === undefined || deviceColumn === undefined || versionColumn === undefined) {
		return undefined;
	}
	const counter = new ViewFacts(records, info, signal);
	const view = { filters, sort: [] };
	const most = (await counter.count(view)) * maxUncounted;
	for (const needed of [column, deviceColumn, versionColumn]) {
		if ((await counter.count(narrowed(view, { kind: 'empty', column: needed }))) > most) {
			return undefined;
		}
	}
	const days: string[] = [];
	const counts = new Map<string, { readonly version: string; affected: number; active: number }>();
	for (const [day, from, to] of ratedDays(active, facts, since)) {
		days.push(day);
		const versions = active.on(day);
		for (const [key, { version, devices }] of versions) {
			const count = counts.get(key) ?? { version, affected: 0, active: 0 };
			counts.set(key, { ...count, active: count.active + devices });
		}
		const onDay = { kind: 'range', column, from: String(from), to: String(to) } as const;
		for (const { version, devices = 0 } of await countVersions(records, info, [...filters, onDay], signal)) {
			const key = versionKey(version);
			const count = versions.has(key) ? counts.get(key) : undefined;
			if (count) {
				count.affected += devices;
			}
		}
	}
	const newest = [...counts]
		.filter(([, { version, active }]) => version !== '' && active > 0)
		.sort(([one], [other]) => (one < other ? 1 : -1))
		.map(([, count]) => count);
	const total = { affected: 0, active: 0 };
	for (const count of newest) {
		total.affected += count.affected;
		total.active += count.active;
	}
	const [first, last] = [days[0], days.at(-1)];
	return first && last && newest.length > 0
		? { span: { first, last }, total, versions: newest.slice(0, maxVersions) }
		: undefined;
}

/**
 * Returns the days that the records cover completely, with their first and last second. The last day of the records is
 * excluded, because some of its records may not have arrived yet.
 */
function ratedDays(
	active: ActiveDevices,
	{ covers, askedAt, timeZone }: RecordsFacts,
	since: string,
): readonly (readonly [day: string, from: number, to: number])[] {
	const zone = { kind: 'named', name: timeZone } as const;
	const lastDay = dayAt(Math.min(askedAt, Math.max(...covers.map(({ until }) => until))), zone);
	return active.days
		.filter((day) => day >= since && day < lastDay)
		.slice(-maxDays)
		.map((day) => {
			const start = Date.parse(day) / 1000;
			return [day, getMoment(start, zone, 'start'), getMoment(start + daySeconds - 1, zone, 'end')] as const;
		})
		.filter(([, from, to]) => covers.some((one) => one.since <= from && to <= one.until));
}
