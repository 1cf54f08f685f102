import type { Column, FileForm, TableInfo } from '../../../shared/results';
import { Bitset } from '../../common/bitset';
import { grown } from '../../common/growth';
import type { Steps } from '../../common/steps';
import type { FieldTable } from '../../plan/fields';
import { type CellBatch, cellFaults } from '../../scan/cellBatch';
import type { Machine } from '../../scan/machine';
import { codesInMemory } from './codesInMemory';
import { ColumnBuilder } from './columnBuilder';
import { kindByName } from './columnKinds';
import { describeColumn, describeTable } from './describeTable';
import type { FileIndex, HeldValues, ValuesForm } from './fileIndex';
import type { CodesInPlace } from './table';

/**
 * Each cell costs memory, also one that the file does not spend a byte on: records with few of many columns, or members
 * that one record has and no other. No sound CSV and no JSON but one made for it has more cells than this and more than
 * so many for each of its bytes.
 */
const maxCells = 32 * 1024 * 1024;
const cellsOfByte = 4;

/** Values that are looked at for the kinds of columns at once: a few milliseconds. */
const valuesOfStep = 16 * 1024;

/** What is kept in memory of the records of a file, while they are added and after. */
export class TableIndex implements FileIndex {
	records = 0;
	complete = false;
	moreColumns = false;
	/** How the file is written, unless as exports are. */
	form: FileForm | undefined;
	/** There are so many columns for so many records that no memory is spent on them; see `maxCells`. */
	tooWide = false;
	private truncated = false;
	readonly broken: Bitset = new Bitset();
	private brokenCount = 0;
	private guessedCount = 0;
	private starts = new Float64Array();
	private lengths = new Uint32Array();
	private readonly builders: ColumnBuilder[] = [];
	private described: { readonly records: number; readonly complete: boolean; readonly info: TableInfo } | undefined;

	/**
	 * @param bytes Length of the file if it is known, else 0; memory is then taken in one piece.
	 * @param announced What somebody says that it will be: no memory is taken for that.
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

	/**
	 * Adds the records of a batch, a column a step: many columns that need more memory may need it at the same record. In
	 * between some columns have more records than there are.
	 * @param offset Where the batch's bytes begin in the file.
	 */
	*append(batch: CellBatch, names: readonly string[], offset: number): Steps<void> {
		yield* this.addColumns(names, batch.machine);
		const first = this.records;
		const { records, machine } = batch;
		if (records === 0) {
			return;
		}
		const places = batch.places / 4;
		const end = offset + (machine.words[places + 2 * records - 1] ?? 0);
		const most = this.maxRecords(end);
		this.tooWide ||= first + records > most;
		if (this.tooWide) {
			return;
		}
		yield* this.reserve(first + records, end, most);
		const { words, bytes } = machine;
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

	/**
	 * All records have been added.
	 * @param bytes Length of the file.
	 */
	*finish(truncated: boolean, bytes: number): Steps<void> {
		this.bytes = bytes;
		for (const column of this.builders) {
			column.settle();
			while (column.look(valuesOfStep)) {
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
			column.look(Math.ceil(valuesOfStep / this.builders.length));
		}
		return describeTable(this.describeColumns(), {
			format: this.format,
			...(this.form && { form: this.form }),
			total: this.records,
			broken: this.brokenCount,
			guessed: this.guessedCount,
			moreColumns: this.moreColumns,
			truncated: this.truncated,
			bytes: this.bytes,
		});
	}

	/** The list and each column that has not changed are the ones given before: those who know them are not told again. */
	private describeColumns(): readonly Column[] {
		const { builders, described } = this;
		const known = described?.info.columns ?? [];
		const isKnown = (builder: ColumnBuilder, index: number) => known[index]?.kind === builder.kind;
		return builders.length === known.length && builders.every(isKnown)
			? known
			: builders.map((builder, index) => {
					const before = isKnown(builder, index) ? known[index] : undefined;
					return before ?? describeColumn(builder, this.fields);
				});
	}

	private *addColumns(names: readonly string[], machine: Machine): Steps<void> {
		for (const name of names.slice(this.builders.length)) {
			const kind = kindByName(name, this.fields.get(name));
			this.builders.push(new ColumnBuilder(name, kind, machine, this.format === 'json', this.starts.length));
			yield;
		}
	}

	/** How many records of so many columns there may be in so many bytes. */
	private maxRecords(bytes: number): number {
		return Math.max(maxCells, cellsOfByte * bytes) / Math.max(1, this.builders.length);
	}

	/** @param end Where these records end in the file. @param most Records that there may be. */
	private *reserve(records: number, end: number, most: number): Steps<void> {
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

/** How many records there will be in so many bytes if all are as long as those so far, which end at `end`. */
function expectedRecords(records: number, end: number, bytes: number): number {
	return Math.max(records, Math.floor((records * bytes) / end));
}
