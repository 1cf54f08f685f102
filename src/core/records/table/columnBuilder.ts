import type { ColumnKind } from '../../../shared/results';
import type { Machine } from '../../scan/machine';
import { isDate } from './columnKinds';
import type { Cells } from './columnStore';
import { DictionaryStore } from './dictionaryStore';
import type { FileColumn } from './fileIndex';
import { NumberStore } from './numberStore';
import { RawStore } from './rawStore';

/** With a leading zero it is a code or a telephone number, whose digits mean more than their value. */
const wholeNumber = /^-?(?:0|[1-9]\d{0,19})$/;

/** Of a dictionary that gives way: they tell the kind of the column. */
const sampledValues = 1024;

/** A column while records are added: a dictionary as long as that is worth it, then numbers if they all are, then raw. */
export class ColumnBuilder implements FileColumn {
	values: DictionaryStore | NumberStore | RawStore;

	/** Codes of the dictionary that were looked at to guess the kind, and whether all of them are whole numbers. */
	private guessed = 1;
	private whole = true;
	/** And whether all are dates with times, or without. */
	private dated = true;

	/** @param known The kind, where the name tells it; else it is guessed from the values, and text in doubt. */
	constructor(
		readonly name: string,
		private readonly known: ColumnKind | undefined,
		machine: Machine,
		json: boolean,
		capacity: number,
	) {
		this.values = new DictionaryStore(machine, json, capacity, known === 'integer' || known === 'time');
	}

	get empty(): number {
		return this.values.empty;
	}

	/** Of the values that were looked at; see `look`. */
	get kind(): ColumnKind {
		return this.known ?? this.guess();
	}

	/**
	 * Looks at up to so many more of the values that tell the kind.
	 * @returns whether there are others
	 */
	look(most: number): boolean {
		const { values } = this;
		if (this.known || values.kind !== 'dictionary') {
			return false;
		}
		const end = Math.min(values.size, this.guessed + most);
		for (; (this.whole || this.dated) && this.guessed < end; this.guessed++) {
			const value = values.value(this.guessed);
			this.whole &&= wholeNumber.test(value);
			this.dated &&= isDate(value);
		}
		return (this.whole || this.dated) && this.guessed < values.size;
	}

	reserve(records: number): void {
		this.values.reserve(records);
	}

	append(cells: Cells): void {
		const { records } = cells.batch;
		for (let row = 0; ; ) {
			row = this.values.append(cells, row);
			if (row === records) {
				return;
			}
			this.values = this.next(cells.first + row);
		}
	}

	private guess(): ColumnKind {
		const { values } = this;
		switch (values.kind) {
			case 'raw':
				return this.dated && this.guessed > 1 ? 'time' : 'text';
			case 'number':
				return values.form === 'integer' ? 'integer' : 'time';
			case 'dictionary':
				return this.guessed === 1 ? 'text' : this.whole ? 'integer' : this.dated ? 'time' : 'text';
		}
	}

	/** No more records are added. */
	settle(): void {
		if (this.values.kind === 'dictionary') {
			this.values.settle();
		}
	}

	/** What takes over when the values so far can take no more. */
	private next(records: number): NumberStore | RawStore {
		const { values } = this;
		switch (values.kind) {
			case 'dictionary': {
				// The values of a raw column are not at hand any more.
				this.look(sampledValues);
				const store = NumberStore.from(values, records) ?? RawStore.from(values, records);
				values.retire();
				return store;
			}
			case 'number':
				return RawStore.from(values, records);
			case 'raw':
				throw new Error('a raw column takes every value');
		}
	}
}
