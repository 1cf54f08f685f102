import type { ColumnKind, Spoiling } from '../../../shared/results';
import { Bitset } from '../../common/bitset';
import { subjectOfIds } from '../../plan/personalNames';
import type { ScannerInstance } from '../../scan/scannerInstance';
import { isDate } from './columnKinds';
import type { Cells, ColumnStore } from './columnStore';
import { DictionaryStore } from './dictionaryStore';
import type { FileColumn } from './fileIndex';
import { NumberStore } from './numberStore';
import { looksLikeId, looksPersonal } from './personalValues';
import { SpoiledValues } from './spoiledValues';
import type { RawValues } from './table';

/** Matches integers without leading zeros, which are significant in codes and phone numbers. */
const wholeNumber = /^-?(?:0|[1-9]\d{0,19})$/;

/** If the dictionary is discarded, this many values are examined first to guess the column kind. */
const sampledValues = 1024;

/** Number of distinct values to examine for personal data. */
const personalSample = 100;

/** Column that receives records. Its values are in a dictionary, in an array of numbers, or only in the file. */
export class ColumnBuilder implements FileColumn {
	values: DictionaryStore | NumberStore | RawStore;

	/**
	 * Number of codes examined so far to guess the column kind, and whether all of their values are integers (`whole`) or
	 * dates (`dated`).
	 */
	private guessed = 1;
	private whole = true;
	private dated = true;
	private readonly spoiling = new SpoiledValues();
	/** Number of codes examined so far for values that a spreadsheet program has changed. */
	private examined = 1;
	/** Number of codes examined so far for personal data, and number of codes whose values look like personal data. */
	private sampled = 1;
	private personal = 0;
	/** Number of values that look like random IDs, and whether a value occurs in several records. */
	private ids = 0;
	private repeats = false;

	/** @param known Kind that is determined by the column's name. If undefined, the kind is guessed from the values. */
	constructor(
		readonly name: string,
		private readonly known: ColumnKind | undefined,
		instance: ScannerInstance,
		json: boolean,
		capacity: number,
	) {
		this.values = new DictionaryStore(instance, json, capacity, known === 'integer' || known === 'time');
	}

	get empty(): number {
		return this.values.empty;
	}

	get kind(): ColumnKind {
		return this.known ?? this.guess();
	}

	get spoiled(): Spoiling | undefined {
		return this.spoiling.result(this.kind);
	}

	examine(): void {
		const { values, spoiling, known } = this;
		if (values.kind !== 'dictionary' || known === 'time' || spoiling.isDone || this.examined >= values.size) {
			return;
		}
		const { bytes } = values;
		for (; this.examined < values.size && !spoiling.isDone; this.examined++) {
			spoiling.examine(bytes, this.examined, known === 'version');
		}
	}

	/** Whether at least half of the examined values look like personal data or like IDs of people or devices. */
	get isPersonal(): boolean {
		const isMost = (count: number) => count > 0 && 2 * count >= this.sampled - 1;
		return isMost(this.personal) || (isMost(this.ids) && this.groupsRecords);
	}

	/** Whether several records can have the same ID. If not, the ID identifies a record, not a person or device. */
	private get groupsRecords(): boolean {
		const subject = subjectOfIds(this.name);
		return subject === 'unknown' || (subject === 'anything' && this.repeats);
	}

	sample(most: number): boolean {
		const { values } = this;
		if (this.known || values.kind !== 'dictionary') {
			return false;
		}
		for (; this.sampled < Math.min(values.size, personalSample); this.sampled++) {
			const value = values.value(this.sampled);
			this.personal += looksPersonal(value, this.name) ? 1 : 0;
			this.ids += looksLikeId(value) ? 1 : 0;
		}
		this.repeats ||= this.ids > 0 && values.repeats;
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

	settle(): void {
		if (this.values.kind === 'dictionary') {
			this.values.settle();
		}
	}

	private next(records: number): NumberStore | RawStore {
		const { values } = this;
		switch (values.kind) {
			case 'dictionary': {
				// A raw column doesn't store its values, so the values are examined before they are discarded.
				this.sample(sampledValues);
				this.examine();
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

class RawStore implements ColumnStore, RawValues {
	readonly kind = 'raw';
	readonly present: Bitset;
	private records = 0;
	private filled = 0;

	private constructor(capacity: number) {
		this.present = new Bitset(capacity);
	}

	static from(values: DictionaryStore | NumberStore, records: number): RawStore {
		const store = new RawStore(records);
		for (let record = 0; record < records; record++) {
			if (values.kind === 'dictionary' ? values.codes[record] !== 0 : values.present.has(record)) {
				store.add(record);
			}
		}
		store.records = records;
		return store;
	}

	get empty(): number {
		return this.records - this.filled;
	}

	reserve(): void {
		// Does nothing, because the bitset grows automatically.
	}

	append({ batch, column, first }: Cells, from: number): number {
		const { words } = batch.instance;
		const step = 2 * batch.stride;
		let bound = batch.bounds / 4 + from * step + 2 * column;
		for (let row = from; row < batch.records; row++, bound += step) {
			if (words[bound] !== words[bound + 1]) {
				this.add(first + row);
			}
		}
		this.records = first + batch.records;
		return batch.records;
	}

	private add(record: number): void {
		this.present.add(record);
		this.filled++;
	}
}
