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
import { recentSince } from './recentDays';
import { datasetTables, storedFields } from './schema';
import { columnOfField, missingColumn, type SqlColumn } from './sqlColumn';

/** Who answers. */
type RowSource = Pick<DatabaseClient, 'rows'>;

/** How records stand without a sort. */
type NaturalOrder = 'loaded' | 'newestFirst';

/** Where records and the keys of their groups are, in SQL. */
interface RecordTables {
	readonly from: (days?: Days) => string;
	readonly keys: string | undefined;
	readonly hasNewer: (signal: AbortSignal) => Promise<boolean>;
}

/** Records on a server as they were when they were opened: what is loaded later is not among them. */
export class Dataset {
	private constructor(
		readonly source: RowSource,
		private readonly tables: RecordTables,
		/** Which records there are. */
		readonly condition: string,
		readonly columns: readonly SqlColumn[],
		readonly info: TableInfo,
		readonly natural: NaturalOrder,
	) {}

	/** What a question reads from. */
	get from(): string {
		return this.tables.from();
	}

	/** The same for a question about some days alone, whose condition has them, too. */
	within(days: Days | undefined): string {
		return this.tables.from(days);
	}

	/** The texts of group keys. @throws AppError `onlyInFiles` where there are none */
	get keys(): string {
		return this.tables.keys ?? refuseGroups();
	}

	/**
	 * Numbers are hashes: equal records have the same one, and others may, too. Else each record has its own, and `_row` is not
	 * there.
	 */
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
		const columns = storedFields(loaded).map((field, place) => columnOfField(field, loaded[place] ?? noColumn));
		const from = `${nameLiteral(database)}.${datasetTables.records}`;
		const [[total = '0', broken = '0'] = []] = await source.rows({
			sql: `SELECT toString(count()), toString(countIf(_fault != 0)) FROM ${from} WHERE ${condition}`,
			maxRows: 1,
			signal,
		});
		const since = natural === 'newestFirst' ? await recentSince(source, from, condition, signal) : undefined;
		const sum = (of: (facts: LoadFacts) => number) => finished.reduce((all, facts) => all + of(facts), 0);
		const info = describeTable(
			columns.map((column) => describeColumn(column, fields)),
			{
				format: finished[0]?.format ?? 'csv',
				total: Number(total),
				broken: Number(broken),
				// Some may be records that an earlier load had.
				guessed: Math.min(
					Number(broken),
					sum(({ guessed }) => guessed),
				),
				moreColumns: finished.some(({ moreColumns }) => moreColumns),
				truncated: finished.some(({ truncated }) => truncated),
				bytes: sum(({ bytes, records, added }) => (records === 0 ? 0 : Math.round((bytes * added) / records))),
				...(natural === 'newestFirst' && { naturalOrder: natural }),
				...(since !== undefined && { recentSince: since }),
			},
		);
		const keys = `${nameLiteral(database)}.${datasetTables.keys}`;
		const hasNewer = async (signal: AbortSignal) => {
			const now = await readLoads(source, database, signal);
			return now.filter(({ facts }) => facts).length > finished.length;
		};
		return new Dataset(source, { from: () => from, keys, hasNewer }, condition, columns, info, natural);
	}

	/**
	 * A table that others made, as it is at any time: it has no keys of groups, and others may write to it.
	 * @throws AppError `databaseMissing` where the table or a mapped column is not there
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
				...{
					format: 'csv',
					total,
					broken: 0,
					guessed: 0,
					moreColumns: false,
					truncated: false,
					bytes: 0,
					valueGroups: true,
				},
				...(natural === 'newestFirst' && { naturalOrder: natural }),
				...(since !== undefined && { recentSince: since }),
			},
		);
		return new Dataset(source, { from, keys: undefined, hasNewer: async () => false }, '1', columns, info, natural);
	}

	column(index: number): SqlColumn {
		return this.columns[index] ?? missingColumn;
	}

	named(name: string): SqlColumn | undefined {
		return this.columns.find((column) => column.name === name);
	}

	/** Whether something was loaded since these records were opened. */
	hasNewer(signal: AbortSignal): Promise<boolean> {
		return this.tables.hasNewer(signal);
	}

	/** The rows of a question about the records of the dataset. */
	async rows(sql: string, maxRows: number, signal: AbortSignal, onProgress?: (share: number) => void) {
		return this.source.rows({ sql, maxRows, signal, ...(onProgress && { onProgress }) });
	}
}

function refuseGroups(): never {
	throw new AppError({ kind: 'onlyInFiles', what: 'groups' });
}

const noColumn: Pick<LoadedColumn, 'few' | 'longest'> = { few: false, longest: 0 };

/** Loads of a dataset have the same fields; what one knows less of holds for all. */
function mergedColumns(loads: readonly LoadFacts[]): readonly LoadedColumn[] {
	const [first, ...others] = loads;
	return (first?.columns ?? []).map((column, place) => {
		const same = others.flatMap(({ columns }) => columns[place] ?? []);
		return {
			name: column.name,
			kind: same.every(({ kind }) => kind === column.kind) ? column.kind : 'text',
			few: [column, ...same].every(({ few }) => few),
			longest: Math.max(...[column, ...same].map(({ longest }) => longest)),
		};
	});
}
