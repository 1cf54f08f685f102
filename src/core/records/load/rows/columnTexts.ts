import type { ColumnKind } from '../../../../shared/results';
import type { ScannerInstance } from '../../../scan/scannerInstance';
import { DictionaryTexts, type TextCacheMemory } from './dictionaryTexts';
import { type FieldTexts, getFolded, getOrder, hasNothing, type RecordBatch } from './fieldTexts';
import type { NativeBlock } from './nativeBlock';
import { NumberTexts } from './numberTexts';
import type { SegmentColumn } from './segments';

export function textsOfColumn(
	column: SegmentColumn,
	kind: ColumnKind,
	instance: ScannerInstance,
	memory: TextCacheMemory,
): FieldTexts {
	switch (column.kind) {
		case 'dictionary':
			return new DictionaryTexts(column.values, column.first, kind, instance, memory);
		case 'number':
			return new NumberTexts(column.values, column.first, kind);
		case 'read':
			return new ReadTexts(column.place, kind);
		case 'empty':
			return noTexts;
	}
}

const writeNone = ({ first, end }: RecordBatch, out: NativeBlock) => out.zeros(end - first);
const noTexts: FieldTexts = {
	longestBytes: 0,
	values: writeNone,
	folded: writeNone,
	ordered: writeNone,
	[Symbol.dispose]: hasNothing,
};

class ReadTexts implements FieldTexts {
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
