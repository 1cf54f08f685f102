import type { Scheduler } from '../../../common/scheduler';
import type { DictionaryValues, NumberValues } from '../../table/table';
import { cellsOfColumn } from '../execution/cellSource';
import type { Snapshot } from '../execution/snapshot';
import { comparedPart, comparedText, type TextPart } from '../values/comparedText';
import { KeyCoder } from './keyCoder';
import type { KeyCodes } from './keyCodes';
import { findNumber, NumberCoder } from './numberCodes';

/** Returns the values of a column as codes. If the file has no such column, all codes are 0. */
export async function columnCodes(snapshot: Snapshot, column: number, scheduler: Scheduler): Promise<KeyCodes> {
	const { values } = snapshot.column(column);
	switch (values.kind) {
		case 'dictionary':
			return ofDictionary(values);
		case 'number':
			return ofNumbers(values, snapshot.records, scheduler);
		case 'raw':
			return ofCells(snapshot, column, scheduler);
	}
}

function ofDictionary(values: DictionaryValues): KeyCodes {
	const { codes, size } = values;
	return {
		codes,
		size,
		texts: { kind: 'held', value: (code) => values.value(code) },
		bytes: 0,
		codeOf: (value) => values.getCode(value),
	};
}

async function ofNumbers(values: NumberValues, records: number, scheduler: Scheduler): Promise<KeyCodes> {
	const found = await new NumberCoder(values, scheduler).codesOf(records);
	return {
		codes: found.codes,
		size: found.size,
		texts: { kind: 'held', value: (code) => (code === 0 ? '' : values.text(found.records[code] ?? 0)) },
		bytes: found.codes.byteLength + found.records.byteLength,
		codeOf: (value) => findNumber(values, found, value),
	};
}

async function ofCells(snapshot: Snapshot, column: number, scheduler: Scheduler): Promise<KeyCodes> {
	const coder = new KeyCoder();
	const codes = new Uint32Array(snapshot.records);
	const part: TextPart = { bytes: Buffer.alloc(0), start: 0, end: 0 };
	await cellsOfColumn(snapshot, column)(
		(record, bytes, start, end) => {
			comparedPart(bytes, start, end, part);
			codes[record] = coder.codeOfBytes(part.bytes, part.start, part.end, record);
		},
		undefined,
		scheduler,
	);
	return {
		codes,
		size: coder.size,
		texts: {
			kind: 'read',
			records: coder.origins,
			columns: [column],
			hashOf: (code, into) => coder.hashOf(code, into),
			make: ([text = '']) => comparedText(text),
		},
		bytes: codes.byteLength + coder.bytes,
		codeOf: (value) => coder.findText(value),
	};
}
