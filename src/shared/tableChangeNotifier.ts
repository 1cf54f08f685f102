import type { Column, TableFacts, TableInfo } from './results';

export interface TableNews extends TableFacts {
	readonly changed: readonly { readonly index: number; readonly column: Column }[];
}

/** Stores which columns have been sent to the receiver, so that later messages contain only changed columns. */
export class TableChangeNotifier {
	constructor(private sent: readonly Column[] = []) {}

	newsOf({ columns, ...facts }: TableInfo): TableNews {
		const { sent } = this;
		this.sent = columns;
		const changed =
			columns === sent ? [] : columns.flatMap((column, index) => (column === sent[index] ? [] : [{ index, column }]));
		return { ...facts, changed };
	}
}

/** Returns the new facts with all columns. If no column has changed, returns the `known` list of columns itself. */
export function withNews(known: readonly Column[], { changed, ...facts }: TableNews): TableInfo {
	if (changed.length === 0) {
		return { ...facts, columns: known };
	}
	const columns = [...known];
	for (const { index, column } of changed) {
		columns[index] = column;
	}
	return { ...facts, columns };
}
