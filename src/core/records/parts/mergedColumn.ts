import type { ColumnKind } from '../../../shared/results';
import { Lazy } from '../saved/lazy';
import type { MemoryBudget } from '../saved/memoryBudget';
import { bytesOfValues } from '../saved/savedStores';
import type { FileColumn, FileIndex, HeldValues } from '../table/fileIndex';
import type { ColumnPiece, TableColumn } from '../table/table';
import { mergeValues, type PartOfColumn } from './mergeValues';

/** What a part has of a column: to be merged, or looked at by itself. */
interface ColumnPart extends PartOfColumn {
	readonly piece: ColumnPiece;
}

/** A column of several files as one: made of theirs when somebody asks for it. */
export class MergedColumn implements TableColumn {
	private parts: ColumnPart[] = [];
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

	get pieces(): readonly ColumnPiece[] | undefined {
		return this.held || this.parts.length < 2 ? undefined : this.parts.map(({ piece }) => piece);
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
