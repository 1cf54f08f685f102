import type { ColumnKind } from '../../../../shared/results';
import type { ScannerInstance } from '../../../scan/scannerInstance';
import { DictionaryTexts, type TextCacheMemory } from './dictionaryTexts';
import { type FieldTexts, hasNothing, type RecordBatch } from './fieldTexts';
import type { NativeBlock } from './nativeBlock';
import { NumberTexts } from './numberTexts';
import { ReadTexts } from './readTexts';
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
	...{ longestBytes: 0, values: writeNone, folded: writeNone, ordered: writeNone },
	[Symbol.dispose]: hasNothing,
};
