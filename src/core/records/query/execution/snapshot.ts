import type { TableInfo } from '../../../../shared/results';
import { noOwnCode, type OwnCode } from '../../../stack/own/ownCode';
import type { Table, TableColumn } from '../../table/table';
import type { FoundMappings } from './foundMappings';

/** Placeholder for a column that the file doesn't contain (yet). All its values are empty. */
const missing: TableColumn = {
	name: '',
	kind: 'text',
	values: {
		kind: 'dictionary',
		codes: new Uint8Array(0),
		size: 1,
		counts: new Uint32Array(1),
		value: () => '',
		getCode: (value) => (value === '' ? 0 : undefined),
	},
};

/** Consistent view of a table for one query. The table may still be loading. */
export class Snapshot {
	readonly records: number;
	readonly info: TableInfo;
	private readonly columns: readonly TableColumn[];

	constructor(
		readonly table: Table,
		readonly own: OwnCode = noOwnCode,
		readonly mappings?: FoundMappings,
	) {
		this.records = table.records;
		this.info = table.info;
		this.columns = [...table.columns];
	}

	column(index: number): TableColumn {
		return this.columns[index] ?? missing;
	}

	get allColumns(): readonly TableColumn[] {
		return this.columns;
	}

	indexOf(name: string): number | undefined {
		const index = this.columns.findIndex((column) => column.name === name);
		return index === -1 ? undefined : index;
	}

	/** Returns a cache key that also depends on the number of records, the user's own code, and the mapping files. */
	key(...parts: readonly unknown[]): string {
		return JSON.stringify([this.records, this.own.id, this.mappings?.id ?? '', ...parts]);
	}
}
