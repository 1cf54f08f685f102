import type { ColumnKind } from '../../shared/results';
import { type Cells, DictionaryStore, NumberStore, RawStore } from './columnStores';
import type { TableColumn } from './table';

/** A column while records are added: a dictionary as long as that is small, then numbers if they all are, then raw. */
export class ColumnBuilder implements TableColumn {
	values: DictionaryStore | NumberStore | RawStore;

	/** @param known The kind, where the name tells it. */
	constructor(
		readonly name: string,
		private readonly known: ColumnKind | undefined,
		capacity: number,
	) {
		this.values = new DictionaryStore(capacity);
	}

	get kind(): ColumnKind {
		return this.known ?? 'text';
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

	/** What takes over when the values so far can take no more. */
	private next(records: number): NumberStore | RawStore {
		const { values } = this;
		if (values.kind === 'raw') {
			throw new Error('a raw column takes every value');
		}
		return (values.kind === 'dictionary' && NumberStore.from(values, records)) || RawStore.from(values, records);
	}
}
