import type { Column, FileForm, TableInfo } from '../../../shared/results';
import { Bitset } from '../../common/bitset';
import type { CooperativeTask } from '../../common/cooperativeTask';
import { grown } from '../../common/growth';
import type { FieldTable } from '../../plan/fields';
import { type CellBatch, cellFaults } from '../../scan/cellBatch';
import type { ScannerInstance } from '../../scan/scannerInstance';
import { codesInMemory } from './codesInMemory';
import { ColumnBuilder } from './columnBuilder';
import { kindByName } from './columnKinds';
import { describeColumn, describeTable } from './describeTable';
import type { FileIndex, HeldValues, ValuesForm } from './fileIndex';
import type { CodesInPlace } from './table';

/**
 * Maximum number of cells, and maximum number of cells per byte of the file. The larger limit applies. Even an empty
 * cell needs memory.
 */
const maxCells = 32 * 1024 * 1024;
const cellsOfByte = 4;

/** Encoding and delimiter of files that the extension has exported. */
export const exportedForm: FileForm = { encoding: 'utf8', delimiter: ',' };

/** Number of values to examine for the column kind between two yields. Examining them takes a few milliseconds. */
const valuesOfStep = 16 * 1024;

export class TableIndex implements FileIndex {
	records = 0;
	complete = false;
	moreColumns = false;
	/** Encoding, delimiter, and similar properties. Undefined if the file is in the export format. */
	form: FileForm | undefined;
	/** Number of files that were appended to the first file. */
	joins = 0;
	tooLong = 0;
	/** Source file of converted records. Undefined if the records weren't converted from another format. */
	container: { readonly kind: 'parquet'; readonly bytes: number } | undefined;
	/** Whether loading has stopped because there are too many columns for the number of records (see `maxCells`). */
	tooWide = false;
	private truncated = false;
	readonly broken: Bitset = new Bitset();
	private brokenCount = 0;
	private guessedCount = 0;
	private starts = new Float64Array();
	private lengths = new Uint32Array();
	private readonly builders: ColumnBuilder[] = [];
	/** Original names of columns that were renamed to the name of a field. */
	private readonly renamed: string[] = [];
	private described: { readonly records: number; readonly complete: boolean; readonly info: TableInfo } | undefined;

	/**
	 * @param bytes File length, or 0 if it is unknown. Memory is allocated for this length but not for `announced`, which
	 * is untrusted.
	 */
	constructor(
		readonly format: TableInfo['format'],
		private bytes: number,
		private readonly fields: FieldTable,
		private readonly announced = bytes,
	) {}

	get columns(): readonly ColumnBuilder[] {
		return this.builders;
	}

	held(column: number): HeldValues | undefined {
		return this.builders[column]?.values;
	}

	formOf(column: number): ValuesForm {
		const values = this.read(column);
		const { kind } = values;
		return {
			kind,
			size: values.kind === 'dictionary' ? values.size : this.records,
			numbers: values.kind === 'number' ? values.form : undefined,
		};
	}

	read(column: number): HeldValues {
		const values = this.held(column);
		if (!values) {
			throw new RangeError(`no column ${column}`);
		}
		return values;
	}

	hold(): Disposable {
		return { [Symbol.dispose]: () => undefined };
	}

	codes(column: number): CodesInPlace | undefined {
		return codesInMemory(this.read(column), this.records);
	}

	start(number: number): number {
		return this.starts[number] ?? 0;
	}

	length(number: number): number {
		return this.lengths[number] ?? 0;
	}

	/** Adds a batch, one column per step. Between two steps, some columns already contain more records than `records`. */
	*append(batch: CellBatch, names: readonly string[], offset: number): CooperativeTask<void> {
		yield* this.addColumns(names, batch.instance);
		const first = this.records;
		const { records, instance } = batch;
		if (records === 0) {
			return;
		}
		const places = batch.places / 4;
		const end = offset + (instance.words[places + 2 * records - 1] ?? 0);
		const most = this.maxRecords(end);
		this.tooWide ||= first + records > most;
		if (this.tooWide) {
			return;
		}
		yield* this.reserve(first + records, end, most);
		const { words, bytes } = instance;
		for (let row = 0; row < records; row++) {
			const start = words[places + 2 * row] ?? 0;
			this.starts[first + row] = offset + start;
			this.lengths[first + row] = (words[places + 2 * row + 1] ?? 0) - start;
			const fault = bytes[batch.faults + row];
			if (fault === cellFaults.broken || fault === cellFaults.guessed) {
				this.broken.add(first + row);
				this.brokenCount++;
				this.guessedCount += fault === cellFaults.guessed ? 1 : 0;
			}
		}
		const expected = expectedRecords(first + records, end, this.announced);
		for (const [index, column] of this.builders.entries()) {
			column.append({ batch, column: index, first, expected });
			yield;
		}
		this.records = first + records;
	}

	*finish(truncated: boolean, bytes: number): CooperativeTask<void> {
		this.bytes = bytes;
		for (const column of this.builders) {
			column.settle();
			column.examine();
			while (column.sample(valuesOfStep)) {
				yield;
			}
			yield;
		}
		this.truncated = truncated;
		this.complete = true;
	}

	get info(): TableInfo {
		const { records, complete } = this;
		if (this.described?.records !== records || this.described.complete !== complete) {
			this.described = { records, complete, info: this.describe() };
		}
		return this.described.info;
	}

	private describe(): TableInfo {
		for (const column of this.builders) {
			column.sample(Math.ceil(valuesOfStep / this.builders.length));
			column.examine();
		}
		const { form, renamed } = this;
		return describeTable(this.describeColumns(), {
			format: this.format,
			...(form && { form }),
			...(renamed.length > 0 && { form: { ...(form ?? exportedForm), renamed: renamed.slice() } }),
			...(this.container && { container: this.container.kind }),
			total: this.records,
			broken: this.brokenCount,
			guessed: this.guessedCount,
			moreColumns: this.moreColumns,
			truncated: this.truncated,
			...(this.joins > 0 && { joins: this.joins }),
			...(this.tooLong > 0 && { tooLong: this.tooLong }),
			bytes: this.container?.bytes ?? this.bytes,
		});
	}

	/** Returns the columns. If they haven't changed, returns the previous objects, so that clients needn't update. */
	private describeColumns(): readonly Column[] {
		const { builders, described } = this;
		const known = described?.info.columns ?? [];
		const isKnown = (builder: ColumnBuilder, index: number) => {
			const before = known[index];
			return (
				before?.kind === builder.kind && before.spoiled === builder.spoiled && (before.personal || !builder.isPersonal)
			);
		};
		return builders.length === known.length && builders.every(isKnown)
			? known
			: builders.map((builder, index) => {
					const before = isKnown(builder, index) ? known[index] : undefined;
					return before ?? describeColumn(builder, this.fields);
				});
	}

	private *addColumns(names: readonly string[], instance: ScannerInstance): CooperativeTask<void> {
		for (const written of names.slice(this.builders.length)) {
			const name = this.nameOf(written, names);
			const kind = kindByName(name, this.fields.get(name));
			this.builders.push(new ColumnBuilder(name, kind, instance, this.format === 'json', this.starts.length));
			yield;
		}
	}

	private nameOf(written: string, names: readonly string[]): string {
		const name = this.fields.getSimilar(written)?.name ?? written;
		if (name === written || names.includes(name) || this.builders.some((builder) => builder.name === name)) {
			return written;
		}
		this.renamed.push(written);
		return name;
	}

	private maxRecords(bytes: number): number {
		return Math.max(maxCells, cellsOfByte * bytes) / Math.max(1, this.builders.length);
	}

	private *reserve(records: number, end: number, most: number): CooperativeTask<void> {
		if (records <= this.starts.length) {
			return;
		}
		const wished = Math.max(expectedRecords(records, end, this.bytes) * 1.05, this.starts.length * 1.5);
		const capacity = Math.ceil(Math.max(records, Math.min(wished, Math.max(most, this.maxRecords(this.bytes)))));
		this.starts = grown(this.starts, capacity, (length) => new Float64Array(length));
		this.lengths = grown(this.lengths, capacity, (length) => new Uint32Array(length));
		for (const column of this.builders) {
			column.reserve(capacity);
			yield;
		}
	}
}

function expectedRecords(records: number, end: number, bytes: number): number {
	return Math.max(records, Math.floor((records * bytes) / end));
}
