import type { ColumnKind } from '../../../../shared/results';
import { type FieldTexts, getFolded, getOrder, hasNothing, type RecordBatch } from './fieldTexts';
import type { NativeBlock } from './nativeBlock';

export class ReadTexts implements FieldTexts {
	longestBytes = 0;
	[Symbol.dispose] = hasNothing;
	private isAscii = true;

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
			this.longestBytes = Math.max(this.longestBytes, bytes);
		}
	}

	folded({ rows }: RecordBatch, out: NativeBlock): void {
		if (this.isAscii) {
			out.zeros(rows.length);
			return;
		}
		for (const row of rows) {
			out.text(getFolded(row[this.place] ?? ''));
		}
	}

	ordered({ rows }: RecordBatch, out: NativeBlock): void {
		for (const row of rows) {
			out.text(getOrder(this.kind, row[this.place] ?? ''));
		}
	}
}
