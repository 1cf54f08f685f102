import { formatDay, fromUtc } from '../../../shared/civilTime';
import type { SideQuestion } from '../../../shared/comparison';
import type { TableInfo } from '../../../shared/results';
import { zoneOffset } from '../../../shared/zones';
import { AppError } from '../../common/errors';
import { versionKey } from '../../records/query/values/versionKey';
import type { QueriedRecords } from '../../report/viewFacts';
import { countVersions, spanOf } from '../judgeGroup';

const columnNames = ['date', 'version', 'devices'] as const;
const daySeconds = 86_400;
const rowsAtOnce = 5_000;
/** Maximum number of rows. It is sufficient for ten years with 50 versions per day. */
export const maxActiveRows = 200_000;
const longestValue = 200;

/** Numbers of active devices by day and version, read from a file that a team exports from its own statistics. */
export class ActiveDevices {
	private constructor(private readonly devicesByDay: ReadonlyMap<string, ReadonlyMap<string, number>>) {}

	/**
	 * @param path Path of the file, for error messages.
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
		const byDay = new Map<string, Map<string, number>>();
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
				if (!/^\d{4}-\d\d-\d\d$/.test(date) || !/^\d{1,12}$/.test(devices)) {
					throw new AppError({ kind: 'activeDevices', path, fault: { record: number + 1 } });
				}
				const day = byDay.get(date) ?? new Map<string, number>();
				const key = versionKey(version);
				byDay.set(date, day.set(key, (day.get(key) ?? 0) + Number(devices)));
			}
		}
		return new ActiveDevices(byDay);
	}

	/**
	 * Returns the sum of the daily numbers of devices with any of the versions.
	 * @param span Times of the first and last record (Unix time in seconds). The last day is excluded, because some of its
	 * records may not have arrived yet.
	 */
	deviceDays(
		versions: readonly string[],
		{ first, last }: { readonly first: number; readonly last: number },
		timeZone: string,
	): number {
		const dayOf = (seconds: number) => formatDay(fromUtc((seconds + zoneOffset(seconds, timeZone)) * 1000));
		const [since, until] = [dayOf(first), dayOf(last - daySeconds)];
		const keys = new Set(versions.map(versionKey));
		let sum = 0;
		for (const [day, devicesByVersion] of this.devicesByDay) {
			if (day >= since && day <= until) {
				for (const key of keys) {
					sum += devicesByVersion.get(key) ?? 0;
				}
			}
		}
		return sum;
	}
}

/** Returns the active devices on one side of a comparison, summed over the days of its records. */
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
