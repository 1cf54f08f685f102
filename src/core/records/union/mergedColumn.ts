import type { ColumnKind } from '../../../shared/results';
import { Lazy } from '../indexFile/lazy';
import type { MemoryBudget } from '../indexFile/memoryBudget';
import { bytesOfValues } from '../indexFile/savedStores';
import type { FileColumn, FileIndex, HeldValues } from '../table/fileIndex';
import type { ColumnPiece, TableColumn } from '../table/table';
import { type ColumnOfFile, mergeValues } from './mergeValues';

interface ColumnPart extends ColumnOfFile {
	readonly piece: ColumnPiece;
}

export class MergedColumn implements TableColumn {
	private parts: ColumnPart[] = [];
	private lazy: Lazy<HeldValues>;
	private kinds = new Set<ColumnKind>();
	isPersonal = false;

	constructor(
		readonly name: string,
		private readonly known: ColumnKind | undefined,
		private readonly budget: MemoryBudget,
	) {
		this.lazy = this.begin();
	}

	/**
	 * Kind that is determined by the column's name, if any. Otherwise, the kind that all partitions share, or `text` if
	 * their kinds differ.
	 */
	get kind(): ColumnKind {
		const [kind = 'text', ...others] = this.kinds;
		return this.known ?? (others.length === 0 ? kind : 'text');
	}

	get values(): HeldValues {
		return this.lazy.value;
	}

	get pieces(): readonly ColumnPiece[] | undefined {
		return this.held || this.parts.length < 2 ? undefined : this.parts.map(({ piece }) => piece);
	}

	get held(): HeldValues | undefined {
		return this.lazy.now;
	}

	/** Appends a partition. `place` is the column's number in the partition, or undefined if it has no such column. */
	add(index: FileIndex, first: number, place: number | undefined): void {
		const column: FileColumn | undefined = place === undefined ? undefined : index.columns[place];
		const isEmpty = column === undefined || column.empty === index.records;
		if (!isEmpty) {
			this.kinds.add(column.kind);
			this.isPersonal ||= column.isPersonal;
		}
		const { records } = index;
		const isFilled = !isEmpty && place !== undefined;
		const piece: ColumnPiece = {
			first,
			records,
			kind: isFilled ? index.formOf(place).kind : 'empty',
			read: () => (isFilled ? column.values : undefined),
			hold: () => index.hold(),
			codes: () => (isFilled ? index.codes(place) : undefined),
		};
		const from = isFilled ? { form: index.formOf(place), read: () => index.read(place) } : undefined;
		this.parts = [...this.parts, { first, records, from, piece }];
		this.release();
		this.lazy = this.begin();
	}

	release(): void {
		this.budget.release(this.lazy);
	}

	private begin(): Lazy<HeldValues> {
		const { parts } = this;
		return new Lazy(() => mergeValues(parts, this.kind), bytesOfValues, this.budget);
	}
}
