import { parseCivil } from '../../../shared/civilTime';
import type { SideQuestion } from '../../../shared/comparison';
import type { TableInfo } from '../../../shared/results';
import { AppError } from '../../common/errors';
import { dayAt } from '../../plan/civilClock';
import { versionKey } from '../../records/query/values/versionKey';
import type { QueriedRecords } from '../../report/viewFacts';
import { countVersions, spanOf } from '../judgeGroup';

const columnNames = ['date', 'version', 'devices'] as const;
const daySeconds = 86_400;
const rowsAtOnce = 5_000;
/** Maximum number of rows, which is enough for ten years with 50 versions per day. */
export const maxActiveRows = 200_000;
const longestValue = 200;

interface ActiveVersion {
	/** Version in the spelling that occurs first in the file. */
	readonly version: string;
	readonly devices: number;
}

type VersionsByKey = ReadonlyMap<string, ActiveVersion>;

/** Counts of active devices by day and version, from a file that a team exports from its own statistics. */
export class ActiveDevices {
	private constructor(private readonly versionsByDay: ReadonlyMap<string, VersionsByKey>) {}

	/**
	 * @param path Path of the file for error messages
	 * @throws AppError `activeDevices`
	 */
	static async read(
		path: string,
		records: QueriedRecords,
		{ columns: known }: TableInfo,
		signal: AbortSignal,
	): Promise<ActiveDevices> {
		const columns = columnNames.map((name) => known.findIndex((column) => column.name.trim().toLowerCase() === name));
		if (columns.includes(-1)) {
			throw new AppError({ kind: 'activeDevices', path, fault: 'columns' });
		}
		const byDay = new Map<string, Map<string, ActiveVersion>>();
		const view = { filters: [], sort: [] };
		for (let start = 0, count = 1; start < count; start += rowsAtOnce) {
			const params = { view, start, end: start + rowsAtOnce, columns, cellLength: longestValue };
			const page = await records.query('page', params, { signal });
			count = page.count;
			if (count > maxActiveRows) {
				throw new AppError({ kind: 'activeDevices', path, fault: 'rows' });
			}
			for (const { number, cells } of page.rows) {
				const [date = '', version = '', devices = ''] = cells.map((cell) => cell.trim());
				if (!/^\d{4}-\d\d-\d\d$/.test(date) || !parseCivil(date, 'start').ok || !/^\d{1,12}$/.test(devices)) {
					throw new AppError({ kind: 'activeDevices', path, fault: { record: number + 1 } });
				}
				const day = byDay.get(date) ?? new Map<string, ActiveVersion>();
				const key = versionKey(version);
				const known = day.get(key) ?? { version, devices: 0 };
				byDay.set(date, day.set(key, { ...known, devices: known.devices + Number(devices) }));
			}
		}
		return new ActiveDevices(byDay);
	}

	get days(): readonly string[] {
		return [...this.versionsByDay.keys()].sort();
	}

	/** Returns the versions with active devices on a day, keyed by `versionKey`. */
	on(day: string): VersionsByKey {
		return this.versionsByDay.get(day) ?? new Map();
	}

	/**
	 * Returns the number of active devices with any of the versions, added up over all days.
	 * @param span Times of the first and last record (Unix time in seconds). The last day is excluded, because some of
	 * its records may not have arrived yet.
	 */
	deviceDays(
		versions: readonly string[],
		{ first, last }: { readonly first: number; readonly last: number },
		timeZone: string,
	): number {
		const zone = { kind: 'named', name: timeZone } as const;
		const [since, until] = [dayAt(first, zone), dayAt(last - daySeconds, zone)];
		const keys = new Set(versions.map(versionKey));
		let sum = 0;
		for (const [day, versions] of this.versionsByDay) {
			if (day >= since && day <= until) {
				for (const key of keys) {
					sum += versions.get(key)?.devices ?? 0;
				}
			}
		}
		return sum;
	}
}

/** Returns the number of active devices on one side of a comparison, added up over the days of its records. */
export async function countActiveDevices(
	active: ActiveDevices,
	records: QueriedRecords,
	info: TableInfo,
	{ versions, facts }: Pick<SideQuestion, 'versions' | 'facts'>,
	signal: AbortSignal,
): Promise<number> {
	const counts = (await countVersions(records, info, [], signal)).filter(({ version }) => version !== '');
	const span = spanOf(counts);
	return Number.isFinite(span.first)
		? active.deviceDays(versions ?? counts.map(({ version }) => version), span, facts?.timeZone ?? 'UTC')
		: 0;
}
