import type { Column, TableFacts } from '../../../../shared/results';

export interface LoadedColumn extends Pick<Column, 'name' | 'kind'> {
	/** Whether there are few enough distinct values for a dictionary in memory. */
	readonly few: boolean;
	readonly longestBytes: number;
}

export interface LoadFacts
	extends Pick<TableFacts, 'format' | 'bytes' | 'guessed' | 'moreColumns' | 'truncated' | 'tooLong'> {
	readonly groupVersion: number;
	readonly time?: string | undefined;
	readonly records: number;
	readonly added: number;
	/**
	 * For each earlier load, the number of this load's records that the earlier load had already added to the dataset.
	 */
	readonly shared?: Readonly<Record<string, number>>;
	readonly columns: readonly LoadedColumn[];
}
