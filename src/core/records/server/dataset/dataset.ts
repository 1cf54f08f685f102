import type { TableInfo } from '../../../../shared/results';
import type { DatabaseClient } from '../../../database/databaseClient';
import { nameLiteral } from '../../../database/literals';
import type { FieldTable } from '../../../plan/fields';
import { describeColumn, describeTable } from '../../table/describeTable';
import type { LoadedColumn, LoadFacts } from './loadFacts';
import { ofFinished, readLoads } from './loads';
import { recentSince } from './recentDays';
import { datasetTables, storedFields } from './schema';
import { columnOfField, missingColumn, type SqlColumn } from './sqlColumn';

/** Who answers. */
type RowSource = Pick<DatabaseClient, 'rows'>;

/** How records stand without a sort. */
type NaturalOrder = 'loaded' | 'newestFirst';

/** Records on a server as they were when they were opened: what is loaded later is not among them. */
export class Dataset {
	/** What a question reads from. */
	readonly from: string;
	readonly keys: string;

	private constructor(
		readonly source: RowSource,
		private readonly database: string,
		/** Which records there are. */
		readonly condition: string,
		readonly columns: readonly SqlColumn[],
		readonly info: TableInfo,
		readonly natural: NaturalOrder,
		private readonly loads: number,
	) {
		this.from = `${nameLiteral(database)}.${datasetTables.records}`;
		this.keys = `${nameLiteral(database)}.${datasetTables.keys}`;
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
		return new Dataset(source, database, condition, columns, info, natural, finished.length);
	}

	column(index: number): SqlColumn {
		return this.columns[index] ?? missingColumn;
	}

	named(name: string): SqlColumn | undefined {
		return this.columns.find((column) => column.name === name);
	}

	/** Whether something was loaded since these records were opened. */
	async hasNewer(signal: AbortSignal): Promise<boolean> {
		const loads = await readLoads(this.source, this.database, signal);
		return loads.filter(({ facts }) => facts).length > this.loads;
	}

	/** The rows of a question about the records of the dataset. */
	async rows(sql: string, maxRows: number, signal: AbortSignal, onProgress?: (share: number) => void) {
		return this.source.rows({ sql, maxRows, signal, ...(onProgress && { onProgress }) });
	}
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
