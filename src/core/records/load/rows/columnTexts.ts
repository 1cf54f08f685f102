import type { ColumnKind } from '../../../../shared/results';
import type { Machine } from '../../../scan/machine';
import { DictionaryTexts, type KeptMemory } from './dictionaryTexts';
import { type FieldTexts, hasNothing, type RecordBatch } from './fieldTexts';
import type { NativeBlock } from './nativeBlock';
import { NumberTexts } from './numberTexts';
import { ReadTexts } from './readTexts';
import type { SegmentColumn } from './segments';

/**
 * @param kind Of the values.
 * @param machine That of the blocks that they are written to.
 * @param memory Of that machine.
 */
export function textsOfColumn(
	column: SegmentColumn,
	kind: ColumnKind,
	machine: Machine,
	memory: KeptMemory,
): FieldTexts {
	switch (column.kind) {
		case 'dictionary':
			return new DictionaryTexts(column.values, column.first, kind, machine, memory);
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
	...{ longest: 0, values: writeNone, folded: writeNone, ordered: writeNone },
	[Symbol.dispose]: hasNothing,
};
