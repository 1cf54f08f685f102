import type { Column, TableFacts } from '../../../../shared/results';

export interface LoadedColumn extends Pick<Column, 'name' | 'kind'> {
	/** Whether the distinct values are few enough for an in-memory dictionary. */
	readonly few: boolean;
	readonly longestBytes: number;
}

export interface LoadFacts
	extends Pick<TableFacts, 'format' | 'bytes' | 'guessed' | 'moreColumns' | 'truncated' | 'tooLong'> {
	readonly groupVersion: number;
	readonly time?: string | undefined;
	readonly records: number;
	readonly added: number;
	/** Number of records that earlier loads had already added, by load number. */
	readonly shared?: Readonly<Record<string, number>>;
	readonly columns: readonly LoadedColumn[];
}
