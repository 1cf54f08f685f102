import type { TableInfo } from '../../../shared/results';
import type { Bitset } from '../../common/bitset';
import { describeTable } from '../table/describeTable';
import type { CellVisitor, RecordText, Table, TableColumn } from '../table/table';

export class ChosenColumns implements Table {
	readonly complete = true;
	readonly columns: readonly TableColumn[];
	readonly info: TableInfo;

	/** @param table Must have been read completely. */
	constructor(
		private readonly table: Table,
		private readonly chosen: readonly number[],
	) {
		this.columns = chosen.flatMap((column) => table.columns[column] ?? []);
		const { columns, timeColumn: __, deviceColumn: ___, versionColumn: ____, ...facts } = table.info;
		this.info = describeTable(
			chosen.flatMap((column) => columns[column] ?? []),
			facts,
		);
	}

	get format(): Table['format'] {
		return this.table.format;
	}

	get records(): number {
		return this.table.records;
	}

	get broken(): Bitset {
		return this.table.broken;
	}

	start(number: number): number {
		return this.table.start(number);
	}

	length(number: number): number {
		return this.table.length(number);
	}

	cells(numbers: ArrayLike<number>, columns: readonly number[], signal: AbortSignal): Promise<string[][]> {
		return this.table.cells(numbers, this.placesOf(columns), signal);
	}

	written(numbers: ArrayLike<number>, columns: readonly number[], signal: AbortSignal) {
		return this.table.written(numbers, this.placesOf(columns), signal);
	}

	/** Returns a record. If any column is not selected, the raw text is empty, because it would contain all columns. */
	async record(number: number, signal: AbortSignal): Promise<RecordText> {
		const { values, raw, found } = await this.table.record(number, signal);
		const isWhole = this.chosen.length === this.table.columns.length;
		return { values: this.cellsOf(values), raw: isWhole ? raw : () => '', found: isWhole ? found : 0 };
	}

	scanColumn(column: number, visit: CellVisitor, options: Parameters<Table['scanColumn']>[2]): Promise<void> {
		return this.table.scanColumn(this.getPlace(column), visit, options);
	}

	scanBlocks(...[visit, options]: Parameters<Table['scanBlocks']>): Promise<void> {
		return this.table.scanBlocks(visit, options);
	}

	columnAt(...parameters: Parameters<Table['columnAt']>): number | undefined {
		const column = this.chosen.indexOf(this.table.columnAt(...parameters) ?? -1);
		return column === -1 ? undefined : column;
	}

	decode(...parameters: Parameters<Table['decode']>): string[] {
		return this.cellsOf(this.table.decode(...parameters));
	}

	private cellsOf(cells: readonly string[]): string[] {
		return this.chosen.map((column) => cells[column] ?? '');
	}

	private placesOf(columns: readonly number[]): number[] {
		return columns.map((column) => this.getPlace(column));
	}

	private getPlace(column: number): number {
		return this.chosen[column] ?? this.table.columns.length;
	}
}
