import { readPage, readRecord } from '../core/records/pages';
import type { Table } from '../core/records/table';
import type { TableQueries } from './recordSessions';

/** Provisional: pages in the order of the file and single records, until all queries are there. */
export function tableQueries(table: Table): TableQueries {
	const later = () => Promise.reject(new Error('not yet'));
	return {
		answer: {
			page: ({ start, end, columns, cellLength }, { signal }) => {
				const count = table.records;
				const length = Math.max(0, Math.min(end, count) - start);
				const numbers = Array.from({ length }, (_, index) => start + index);
				return readPage(table, { numbers, start, count, columns, cellLength }, signal);
			},
			record: ({ number }, { signal }) => readRecord(table, number, signal),
			positionOf: ({ number }) => (number < table.records ? number : undefined),
			groups: later,
			group: later,
			histogram: later,
			topValues: later,
			find: later,
			copy: later,
		},
		save: later,
	};
}
