import type { ColumnKind } from '../../../shared/results';
import { Lazy } from '../saved/lazy';
import type { MemoryBudget } from '../saved/memoryBudget';
import { bytesOfValues } from '../saved/savedStores';
import type { FileColumn, FileIndex, HeldValues } from '../table/fileIndex';
import type { TableColumn } from '../table/table';
import { mergeValues, type PartOfColumn } from './mergeValues';

/** A column of several files as one: made of theirs when somebody asks for it. */
export class MergedColumn implements TableColumn {
	private parts: PartOfColumn[] = [];
	private lazy: Lazy<HeldValues>;
	private kinds = new Set<ColumnKind>();

	constructor(
		readonly name: string,
		private readonly known: ColumnKind | undefined,
		private readonly budget: MemoryBudget,
	) {
		this.lazy = this.begin();
	}

	/** Where the name does not tell it, that of all parts that have values here. */
	get kind(): ColumnKind {
		const [kind = 'text', ...others] = this.kinds;
		return this.known ?? (others.length === 0 ? kind : 'text');
	}

	get values(): HeldValues {
		return this.lazy.value;
	}

	/** Undefined while they are not in memory. */
	get held(): HeldValues | undefined {
		return this.lazy.now;
	}

	/**
	 * The records of another part, behind all others.
	 * @param first Number of its first record. @param place Of the column in it; undefined where it has none.
	 */
	add(index: FileIndex, first: number, place: number | undefined): void {
		const column: FileColumn | undefined = place === undefined ? undefined : index.columns[place];
		const isEmpty = column === undefined || column.empty === index.records;
		if (!isEmpty) {
			this.kinds.add(column.kind);
		}
		const read = isEmpty || place === undefined ? undefined : () => index.read(place);
		this.parts = [...this.parts, { first, records: index.records, read }];
		this.release();
		this.lazy = this.begin();
	}

	release(): void {
		this.budget.release(this.lazy);
	}

	private begin(): Lazy<HeldValues> {
		const { parts } = this;
		return new Lazy(() => mergeValues(parts), bytesOfValues, this.budget);
	}
}
