import type { TableInfo } from '../../../../shared/results';
import { AppError } from '../../../common/errors';
import type { DatabaseClient } from '../../../database/databaseClient';
import { nameLiteral } from '../../../database/literals';
import type { TableMapping } from '../../../database/tableMapping';
import type { FieldTable } from '../../../plan/fields';
import { describeColumn, describeTable } from '../../table/describeTable';
import type { LoadedColumn, LoadFacts } from './loadFacts';
import { ofFinished, readLoads } from './loads';
import { type Days, openMappedTable } from './mappedTable';
import { datasetTables, hasTime, secondsOfDay, storedFields } from './schema';
import { columnOfField, missingColumn, type SqlColumn } from './sqlColumn';

type RowSource = Pick<DatabaseClient, 'rows'>;

type NaturalOrder = 'loaded' | 'newestFirst';

interface RecordTables {
	readonly from: (days?: Days) => string;
	readonly keys: string | undefined;
	readonly hasNewer: (signal: AbortSignal) => Promise<boolean>;
}

interface DatasetContents {
	readonly condition: string;
	readonly columns: readonly SqlColumn[];
	readonly info: TableInfo;
	readonly natural: NaturalOrder;
}

/** Snapshot of the records on a server. Records that are loaded later are not included. */
export class Dataset {
	readonly condition: string;
	readonly columns: readonly SqlColumn[];
	readonly info: TableInfo;
	readonly natural: NaturalOrder;

	private constructor(
		readonly source: RowSource,
		private readonly tables: RecordTables,
		{ condition, columns, info, natural }: DatasetContents,
	) {
		this.condition = condition;
		this.columns = columns;
		this.info = info;
		this.natural = natural;
	}

	get from(): string {
		return this.tables.from();
	}

	/** Returns an SQL table expression that is fast for these days. The query must also have a condition for the days. */
	within(days: Days | undefined): string {
		return this.tables.from(days);
	}

	/** @throws AppError `onlyInFiles` if the dataset has no group keys */
	get keys(): string {
		return this.tables.keys ?? refuseGroups();
	}

	/** Whether record numbers are hashes, as in mapped tables. Different records can then have the same number. */
	get isHashed(): boolean {
		return this.tables.keys === undefined;
	}

	static async open(
		source: RowSource,
		database: string,
		{ fields, natural }: { readonly fields: FieldTable; readonly natural: NaturalOrder },
		signal: AbortSignal,
	): Promise<Dataset> {
		const loads = await readLoads(source, database, signal);
		const condition = ofFinished(loads);
		const finished = loads.flatMap(({ facts }) => facts ?? []);
		const loaded = mergedColumns(finished);
		const columns = storedFields(loaded).map((field, index) => columnOfField(field, loaded[index] ?? noColumn));
		const from = `${nameLiteral(database)}.${datasetTables.records}`;
		const [[total = '0', broken = '0'] = []] = await source.rows({
			sql: `SELECT toString(count()), toString(countIf(_fault != 0)) FROM ${from} WHERE ${condition}`,
			maxRows: 1,
			signal,
		});
		const since = natural === 'newestFirst' ? await recentSince(source, from, condition, signal) : undefined;
		const sum = (of: (facts: LoadFacts) => number) => finished.reduce((all, facts) => all + of(facts), 0);
		const tooLong = sum((facts) => facts.tooLong ?? 0);
		const described = describeTable(
			columns.map((column) => describeColumn(column, fields)),
			{
				format: finished[0]?.format ?? 'csv',
				total: Number(total),
				broken: Number(broken),
				// Several loads can contain the same malformed records, so the sum is limited to `broken`.
				guessed: Math.min(
					Number(broken),
					sum(({ guessed }) => guessed),
				),
				moreColumns: finished.some(({ moreColumns }) => moreColumns),
				truncated: finished.some(({ truncated }) => truncated),
				...(tooLong > 0 && { tooLong }),
				bytes: sum(({ bytes, records, added }) => (records === 0 ? 0 : Math.round((bytes * added) / records))),
				...(natural === 'newestFirst' && { naturalOrder: natural }),
				...(since !== undefined && { recentSince: since }),
			},
		);
		const time = columns.findIndex(({ name }) => name === finished.findLast((facts) => facts.time)?.time);
		const info = { ...described, timeColumn: time === -1 ? undefined : time };
		const keys = `${nameLiteral(database)}.${datasetTables.keys}`;
		const hasNewer = async (signal: AbortSignal) => {
			const now = await readLoads(source, database, signal);
			return now.filter(({ facts }) => facts).length !== finished.length;
		};
		return new Dataset(source, { from: () => from, keys, hasNewer }, { condition, columns, info, natural });
	}

	/**
	 * Opens an existing table without group keys, which other clients can change at any time.
	 * @throws AppError `databaseMissing` if the table or a mapped column doesn't exist.
	 */
	static async openMapped(
		source: RowSource,
		mapping: TableMapping,
		{ fields, natural }: { readonly fields: FieldTable; readonly natural: NaturalOrder },
		signal: AbortSignal,
	): Promise<Dataset> {
		const { columns, total, from } = await openMappedTable(source, mapping, signal);
		const since = natural === 'newestFirst' ? await recentSince(source, from(), '1', signal) : undefined;
		const info = describeTable(
			columns.map((column) => describeColumn(column, fields)),
			{
				format: 'csv',
				total,
				broken: 0,
				guessed: 0,
				moreColumns: false,
				truncated: false,
				bytes: 0,
				valueGroups: true,
				...(natural === 'newestFirst' && { naturalOrder: natural }),
				...(since !== undefined && { recentSince: since }),
			},
		);
		return new Dataset(
			source,
			{ from, keys: undefined, hasNewer: async () => false },
			{ condition: '1', columns, info, natural },
		);
	}

	column(index: number): SqlColumn {
		return this.columns[index] ?? missingColumn;
	}

	named(name: string): SqlColumn | undefined {
		return this.columns.find((column) => column.name === name);
	}

	hasNewer(signal: AbortSignal): Promise<boolean> {
		return this.tables.hasNewer(signal);
	}

	async rows(sql: string, maxRows: number, signal: AbortSignal, onProgress?: (share: number) => void) {
		return this.source.rows({ sql, maxRows, signal, ...(onProgress && { onProgress }) });
	}
}

function refuseGroups(): never {
	throw new AppError({ kind: 'onlyInFiles', what: 'groups' });
}

const noColumn: Pick<LoadedColumn, 'few' | 'longestBytes'> = { few: false, longestBytes: 0 };

/** Merges the columns of all loads. If a column has different kinds, the merged column is a text column. */
function mergedColumns(loads: readonly LoadFacts[]): readonly LoadedColumn[] {
	const [first, ...others] = loads;
	return (first?.columns ?? []).map((column, index) => {
		const same = others.flatMap(({ columns }) => columns[index] ?? []);
		return {
			name: column.name,
			kind: same.every(({ kind }) => kind === column.kind) ? column.kind : 'text',
			few: [column, ...same].every(({ few }) => few),
			longestBytes: Math.max(...[column, ...same].map(({ longestBytes }) => longestBytes)),
		};
	});
}

const shownDays = 7;

async function recentSince(
	source: Pick<DatabaseClient, 'rows'>,
	from: string,
	where: string,
	signal: AbortSignal,
): Promise<number | undefined> {
	const sql = `SELECT toString(toUInt16(_day)) FROM ${from} WHERE (${where}) AND ${hasTime} GROUP BY _day ORDER BY _day DESC LIMIT ${shownDays + 1}`;
	const days = await source.rows({ sql, maxRows: shownDays + 1, signal });
	const [day] = days[shownDays - 1] ?? [];
	return days.length > shownDays && day !== undefined ? Number(day) * secondsOfDay : undefined;
}
