import type { Column, TableFacts, TableInfo } from './results';

/** What the page receives while a file is being read: columns only where they are new or changed. */
export interface TableNews extends TableFacts {
	readonly changed: readonly { readonly index: number; readonly column: Column }[];
}

/** One side of a border that has told the other some columns. */
export class TableTeller {
	/** @param told What the other side knows already. */
	constructor(private told: readonly Column[] = []) {}

	newsOf({ columns, ...facts }: TableInfo): TableNews {
		const { told } = this;
		this.told = columns;
		// The same list as before, mostly.
		const changed =
			columns === told ? [] : columns.flatMap((column, index) => (column === told[index] ? [] : [{ index, column }]));
		return { ...facts, changed };
	}
}

/** @param known What was sent before: the same list comes back where nothing has changed. */
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
