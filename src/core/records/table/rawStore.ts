import { Bitset } from '../../common/bitset';
import type { Cells, ColumnStore } from './columnStore';
import type { DictionaryStore } from './dictionaryStore';
import type { NumberStore } from './numberStore';
import type { RawValues } from './table';

export class RawStore implements ColumnStore, RawValues {
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
		// There is nothing to reserve, because the bitset grows automatically.
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
