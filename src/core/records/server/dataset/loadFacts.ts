import type { Column, TableFacts } from '../../../../shared/results';

/** What is known of a column of a load, beside its values. */
export interface LoadedColumn extends Pick<Column, 'name' | 'kind'> {
	/** So few values that a file has them in memory. */
	readonly few: boolean;
	/** The longest value (bytes). */
	readonly longest: number;
}

/** What is kept of a load in `loads`. */
export interface LoadFacts extends Pick<TableFacts, 'format' | 'bytes' | 'guessed' | 'moreColumns' | 'truncated'> {
	/** Of the rules by which records were grouped. */
	readonly groupVersion: number;
	readonly records: number;
	/** Those that no earlier load had. */
	readonly added: number;
	readonly columns: readonly LoadedColumn[];
}
