import type { TableInfo } from '../../../../shared/results';
import { noOwnCode, type OwnCode } from '../../../stack/own/ownCode';
import type { Table, TableColumn } from '../../table/table';
import type { FoundMappings } from './foundMappings';

/** A column the file does not have, or not yet: every record is empty there. */
const missing: TableColumn = {
	name: '',
	kind: 'text',
	values: {
		kind: 'dictionary',
		codes: new Uint8Array(0),
		size: 1,
		counts: new Uint32Array(1),
		value: () => '',
		codeOf: (value) => (value === '' ? 0 : undefined),
	},
};

/** What one query sees of a table, which may be growing meanwhile. */
export class Snapshot {
	readonly records: number;
	readonly info: TableInfo;
	private readonly columns: readonly TableColumn[];

	/**
	 * @param own What the workspace declares: groups by frames depend on it.
	 * @param mappings What was found to deobfuscate traces with; undefined where there is nothing.
	 */
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

	/** Distinguishes what is kept of this snapshot from what is kept of shorter ones, of another workspace and other mappings. */
	key(...parts: readonly unknown[]): string {
		return JSON.stringify([this.records, this.own.id, this.mappings?.id ?? '', ...parts]);
	}
}
