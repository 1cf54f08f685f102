import type { Column, TableFacts, TableInfo } from './results';

export interface TableNews extends TableFacts {
	readonly changed: readonly { readonly index: number; readonly column: Column }[];
}

/** Remembers the columns that were sent to the other side, so that later only differences are sent. */
export class TableChangeNotifier {
	constructor(private told: readonly Column[] = []) {}

	newsOf({ columns, ...facts }: TableInfo): TableNews {
		const { told } = this;
		this.told = columns;
		const changed =
			columns === told ? [] : columns.flatMap((column, index) => (column === told[index] ? [] : [{ index, column }]));
		return { ...facts, changed };
	}
}

/** If no column changed, the result contains the list `known` itself. */
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
