import type { ColumnKind } from '../../../../shared/results';
import { type FieldTexts, foldedOf, hasNothing, orderOf, type RecordBatch } from './fieldTexts';
import type { NativeBlock } from './nativeBlock';

/** Of values that are read back from the file. */
export class ReadTexts implements FieldTexts {
	longest = 0;
	[Symbol.dispose] = hasNothing;
	private isAscii = true;

	/** @param place Of the value among those that are read of a record. */
	constructor(
		private readonly place: number,
		private readonly kind: ColumnKind,
	) {}

	values({ rows }: RecordBatch, out: NativeBlock): void {
		this.isAscii = true;
		for (const row of rows) {
			const value = row[this.place] ?? '';
			const bytes = out.text(value);
			this.isAscii &&= bytes === value.length;
			this.longest = Math.max(this.longest, bytes);
		}
	}

	folded({ rows }: RecordBatch, out: NativeBlock): void {
		if (this.isAscii) {
			out.zeros(rows.length);
			return;
		}
		for (const row of rows) {
			out.text(foldedOf(row[this.place] ?? ''));
		}
	}

	ordered({ rows }: RecordBatch, out: NativeBlock): void {
		for (const row of rows) {
			out.text(orderOf(this.kind, row[this.place] ?? ''));
		}
	}
}
