import type { RecordQueries, RecordQuery } from '../../shared/recordsApi';
import type { RecordFilter, TableInfo, View } from '../../shared/results';
import type { CallOptions } from '../../shared/rpc';
import { readableTime } from '../records/write/readableTime';

const maxValueLength = 200;

export interface QueriedRecords {
	query<Q extends RecordQuery>(
		query: Q,
		params: RecordQueries[Q]['params'],
		options?: Pick<CallOptions<unknown>, 'signal'>,
	): Promise<RecordQueries[Q]['result']>;
}

export class ViewFacts {
	constructor(
		private readonly records: QueriedRecords,
		private readonly info: TableInfo,
		private readonly signal: AbortSignal,
	) {}

	async count(view: View): Promise<number> {
		return (await this.page(view, [], 0)).count;
	}

	async devices(view: View): Promise<number | undefined> {
		const { deviceColumn } = this.info;
		if (deviceColumn === undefined) {
			return undefined;
		}
		const { signal } = this;
		return (await this.records.query('topValues', { view, column: deviceColumn, limit: 1 }, { signal })).distinct;
	}

	async ends(view: View, column: number | undefined): Promise<string[]> {
		if (column === undefined) {
			return [];
		}
		const known = narrowed(view, { kind: 'empty', column, not: true });
		const pages = await Promise.all(
			[false, true].map((descending) => this.page({ ...known, sort: [{ column, descending }] }, [column], 1)),
		);
		const isTime = this.info.columns[column]?.kind === 'time';
		const texts = pages.flatMap(({ rows }) => rows.map(({ cells: [text = ''] }) => text));
		return isTime ? texts.map(readableTime) : texts;
	}

	async latest(view: View): Promise<number | undefined> {
		const { timeColumn } = this.info;
		const sort = timeColumn === undefined ? view.sort : [{ column: timeColumn, descending: true }];
		const [row] = (await this.page({ ...view, sort }, [], 1)).rows;
		return row?.number;
	}

	private page(view: View, columns: readonly number[], end: number) {
		const { signal } = this;
		return this.records.query('page', { view, start: 0, end, columns, cellLength: maxValueLength }, { signal });
	}
}

export function narrowed(view: View, filter: RecordFilter): View {
	return { ...view, filters: [...view.filters, filter] };
}
