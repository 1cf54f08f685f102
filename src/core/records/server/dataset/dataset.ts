import type { TableInfo } from '../../../../shared/results';
import type { DatabaseClient } from '../../../database/databaseClient';
import { nameLiteral } from '../../../database/literals';
import type { FieldTable } from '../../../plan/fields';
import { describeColumn, describeTable } from '../../table/describeTable';
import type { LoadedColumn, LoadFacts } from './loadFacts';
import { recentSince } from './recentDays';
import { datasetTables, recordsOfLoad, storedFields } from './schema';
import { columnOfField, missingColumn, type SqlColumn } from './sqlColumn';

/** More loads than a dataset has in years. */
const maxLoads = 1_000_000;

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
		const { finished, condition } = await finishedLoads(source, database, signal);
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
				guessed: sum(({ guessed }) => guessed),
				moreColumns: finished.some(({ moreColumns }) => moreColumns),
				truncated: finished.some(({ truncated }) => truncated),
				bytes: sum(({ bytes }) => bytes),
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
		return (await finishedLoads(this.source, this.database, signal)).finished.length > this.loads;
	}

	/** The rows of a question about the records of the dataset. */
	async rows(sql: string, maxRows: number, signal: AbortSignal, onProgress?: (share: number) => void) {
		return this.source.rows({ sql, maxRows, signal, ...(onProgress && { onProgress }) });
	}
}

const noColumn: Pick<LoadedColumn, 'few' | 'longest'> = { few: false, longest: 0 };

async function finishedLoads(source: RowSource, database: string, signal: AbortSignal) {
	const rows = await source.rows({
		sql: `SELECT toString(load), argMax(state, at), argMax(facts, at) FROM ${nameLiteral(database)}.${datasetTables.loads} GROUP BY load ORDER BY load`,
		maxRows: maxLoads,
		signal,
	});
	const isFinished = ([, state]: readonly string[]) => state === 'finished';
	const finished = rows.filter(isFinished);
	const last = finished.at(-1);
	if (!last) {
		return { finished: [], condition: '0' };
	}
	const others = rows.filter((row) => !isFinished(row) && Number(row[0]) < Number(last[0])).map(([load]) => load);
	return {
		finished: finished.map(([, , facts = '{}']): LoadFacts => JSON.parse(facts)),
		condition: [
			`_n < ${(Number(last[0]) + 1) * recordsOfLoad}`,
			...(others.length > 0 ? [`intDiv(_n, ${recordsOfLoad}) NOT IN (${others.join(', ')})`] : []),
		].join(' AND '),
	};
}

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
