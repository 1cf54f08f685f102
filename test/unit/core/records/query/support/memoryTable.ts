import { setImmediate as nextTurn } from 'node:timers/promises';
import { Bitset } from '../../../../../../src/core/common/bitset';
import { throwIfAborted } from '../../../../../../src/core/common/cancellation';
import { FieldTable } from '../../../../../../src/core/plan/fields';
import { getTime } from '../../../../../../src/core/records/query/values/timeValue';
import { describeColumn } from '../../../../../../src/core/records/table/describeTable';
import type {
	BlockVisitor,
	CellVisitor,
	ColumnValues,
	RecordText,
	ScanOptions,
	Table,
	TableColumn,
} from '../../../../../../src/core/records/table/table';
import type { ColumnKind, TableInfo } from '../../../../../../src/shared/results';

export interface TestColumn {
	readonly name: string;
	readonly kind: ColumnKind;
	/** How the values are stored. Numbers must be in the canonical form that can be restored exactly. */
	readonly store: 'dictionary' | 'integer' | 'dateTime' | 'raw';
}

export interface TestTable {
	readonly columns: readonly TestColumn[];
	readonly rows: readonly (readonly string[])[];
	readonly broken?: ReadonlySet<number>;
	readonly blockRecords?: number;
}

/** In-memory table whose raw bytes are JSON string lines. Reading CSV and JSON files is tested elsewhere. */
export class MemoryTable implements Table {
	readonly format = 'json';
	readonly complete = true;
	readonly columns: readonly TableColumn[];
	readonly broken = new Bitset();
	readonly info: TableInfo;
	/** Number of times that all records were read. */
	passes = 0;
	private readonly bytes: Buffer;
	private readonly starts: number[] = [];
	private readonly blockRecords: number;

	constructor({ columns, rows, broken = new Set(), blockRecords = 64 }: TestTable) {
		const lines = rows.map((row) => `${JSON.stringify(row)}\n`);
		this.bytes = Buffer.from(lines.join(''));
		let start = 0;
		for (const line of lines) {
			this.starts.push(start);
			start += Buffer.byteLength(line);
		}
		this.starts.push(start);
		this.blockRecords = blockRecords;
		for (const number of broken) {
			this.broken.add(number);
		}
		this.columns = columns.map(({ name, kind, store }, column) => ({
			name,
			kind,
			values: valuesOf(
				store,
				rows.map((row) => row[column] ?? ''),
			),
		}));
		const indexOf = (name: string) => {
			const index = columns.findIndex((column) => column.name === name);
			return index === -1 ? undefined : index;
		};
		this.info = {
			format: 'json',
			columns: columns.map((column) => describeColumn(column, new FieldTable())),
			total: rows.length,
			broken: broken.size,
			guessed: 0,
			moreColumns: false,
			truncated: false,
			bytes: this.bytes.length,
			timeColumn: indexOf('error_timestamp') ?? indexOf('error_datetime'),
			deviceColumn: indexOf('analytics_device_id'),
			versionColumn: indexOf('app_version_name'),
		};
	}

	get records(): number {
		return this.starts.length - 1;
	}

	start(number: number): number {
		return this.starts[number] ?? 0;
	}

	length(number: number): number {
		return this.start(number + 1) - this.start(number) - 1;
	}

	async cells(numbers: ArrayLike<number>, columns: readonly number[], signal: AbortSignal): Promise<string[][]> {
		await nextTurn();
		throwIfAborted(signal);
		return Array.from(numbers, (number) => {
			const values = this.valuesOf(number);
			return columns.map((column) => values[column] ?? '');
		});
	}

	async written(
		numbers: ArrayLike<number>,
		columns: readonly number[],
		signal: AbortSignal,
	): Promise<(string | undefined)[][]> {
		return (await this.cells(numbers, columns, signal)).map((row) => row.map((value) => JSON.stringify(value)));
	}

	async record(number: number, signal: AbortSignal): Promise<RecordText> {
		await nextTurn();
		throwIfAborted(signal);
		const values = this.valuesOf(number);
		return { values, raw: () => JSON.stringify(values), found: values.length };
	}

	async scanColumn(column: number, visit: CellVisitor, options: ScanOptions): Promise<void> {
		await this.scanBlocks(async ({ first, end }) => {
			for (let number = first; number < end; number++) {
				if (options.only?.has(number) !== false) {
					// Surrounds the cell with other bytes, as in the memory of a block.
					const cell = Buffer.from(`<${this.valuesOf(number)[column] ?? ''}>`);
					if (visit(number, cell, 1, cell.length - 1) === false) {
						return false;
					}
				}
			}
			await options.afterPart?.();
			return true;
		}, options);
	}

	async scanBlocks(visit: BlockVisitor, { signal, records = this.records, only }: ScanOptions): Promise<void> {
		this.passes++;
		for (let first = 0; first < records; first += this.blockRecords) {
			await nextTurn();
			throwIfAborted(signal);
			const end = Math.min(records, first + this.blockRecords);
			const wanted = Array.from({ length: end - first }, (_, index) => only?.has(first + index) !== false);
			if (wanted.includes(true)) {
				const offset = this.start(first);
				const bytes = Buffer.from(this.bytes.subarray(offset, this.start(end)));
				if ((await visit({ first, end, bytes, offset })) === false) {
					return;
				}
			}
		}
	}

	decode(_number: number, bytes: Buffer, start: number, end: number): string[] {
		return JSON.parse(bytes.toString('utf8', start, end));
	}

	columnAt(): undefined {
		return undefined;
	}

	private valuesOf(number: number): string[] {
		return this.decode(number, this.bytes, this.start(number), this.start(number) + this.length(number));
	}
}

function valuesOf(store: TestColumn['store'], texts: readonly string[]): ColumnValues {
	const present = new Bitset();
	for (const [number, text] of texts.entries()) {
		if (text !== '') {
			present.add(number);
		}
	}
	const empty = texts.filter((text) => text === '').length;
	switch (store) {
		case 'raw':
			return { kind: 'raw', present, empty };
		case 'dictionary': {
			const values = [...new Set(['', ...texts])];
			const known = new Map(values.map((value, code) => [value, code]));
			const codes = Uint16Array.from(texts, (text) => known.get(text) ?? 0);
			const counts = new Uint32Array(values.length);
			for (const code of codes) {
				counts[code] = (counts[code] ?? 0) + 1;
			}
			return {
				kind: 'dictionary',
				codes,
				size: values.length,
				counts,
				value: (code) => values[code] ?? '',
				getCode: (value) => known.get(value),
			};
		}
		case 'integer':
		case 'dateTime': {
			const numbers = texts.map((text) => (store === 'integer' ? BigInt(text) : BigInt(getTime(text) ?? 0)));
			return {
				kind: 'number',
				form: store,
				low: Uint32Array.from(numbers, (number) => Number(number & 0xffffffffn)),
				high: numbers.some((number) => number >= 2n ** 32n)
					? Uint32Array.from(numbers, (number) => Number(number >> 32n))
					: undefined,
				present,
				empty,
				text: (number) => texts[number] ?? '',
			};
		}
	}
}
