import type { Bitset } from '../../../common/bitset';
import type { Hash } from '../../../common/hash64';
import type { Scheduler } from '../../../common/scheduler';
import type { OwnFrames } from '../../../stack/grouping/ownFrames';
import type { RecordSites } from '../../table/keyPart';
import type { DictionaryValues, NumberValues } from '../../table/table';
import { cellsOfColumn } from '../execution/cellSource';
import type { Snapshot } from '../execution/snapshot';
import { comparedPart, comparedText, type TextPart } from '../values/comparedText';
import { derivedCodes } from './derivedCodes';
import { KeyCoder } from './keyCoder';
import type { KeySource } from './keyOfText';
import { findNumber, numberCodes } from './numberCodes';
import type { Outcomes, ShownRecords } from './outcomes';
import type { PartCoder } from './partCodes';

/** Integer codes of a property such as the group key. Records with equal values have equal codes. */
export interface KeyCodes {
	/** Code by record number; 0 for records without the key. */
	readonly codes: Uint8Array | Uint16Array | Uint32Array;
	readonly size: number;
	readonly texts: KeyTexts;
	readonly bytes: number;
	codeOf(value: string): number | undefined;
	/** Records with a fallback key, because parsing took too long. Undefined if all records have full keys. */
	readonly cutShort?: Bitset | undefined;
	/** Deobfuscation results of the traces. Undefined if no traces are deobfuscated. */
	readonly outcomes?: Outcomes | undefined;
	/** Codes of the part of each key, if records can also be grouped by that part. */
	readonly parts?: PartCoder | undefined;
	readonly sites?: ReadSites | undefined;
}

export interface ReadSites extends RecordSites {
	readonly columns: readonly number[];
	/** Returns the user's frames in a record's trace, or undefined if its texts contain no trace. */
	framesOf(texts: readonly string[], record: number, pace: Scheduler): Promise<OwnFrames | undefined>;
}

export type KeyTexts =
	| { readonly kind: 'held'; value(code: number): string }
	/** Texts derived from a record's cells. `records` contains a sample record for each code, starting with code 1. */
	| {
			readonly kind: 'read';
			readonly records: Uint32Array;
			readonly columns: readonly number[];
			/** Writes the hash of a text. The code must be at least 1. Equal texts have equal hashes in every table. */
			hashOf(code: number, into: Hash): void;
			make(texts: readonly string[], record: number, pace: Scheduler): string | Promise<string>;
	  };

export async function keyCodes(
	snapshot: Snapshot,
	source: Exclude<KeySource, { kind: 'part' }>,
	pace: Scheduler,
	shown?: ShownRecords,
): Promise<KeyCodes> {
	if (source.kind === 'derived') {
		return derivedCodes(snapshot, source, pace, shown);
	}
	const { column = -1 } = source;
	const { values } = snapshot.column(column);
	switch (values.kind) {
		case 'dictionary':
			return ofDictionary(values);
		case 'number':
			return ofNumbers(values, snapshot.records, pace);
		case 'raw':
			return ofCells(snapshot, column, pace);
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

async function ofNumbers(values: NumberValues, records: number, pace: Scheduler): Promise<KeyCodes> {
	const found = await numberCodes(values, records, pace);
	return {
		codes: found.codes,
		size: found.size,
		texts: { kind: 'held', value: (code) => (code === 0 ? '' : values.text(found.records[code] ?? 0)) },
		bytes: found.codes.byteLength + found.records.byteLength,
		codeOf: (value) => findNumber(values, found, value),
	};
}

async function ofCells(snapshot: Snapshot, column: number, pace: Scheduler): Promise<KeyCodes> {
	const coder = new KeyCoder();
	const codes = new Uint32Array(snapshot.records);
	const part: TextPart = { bytes: Buffer.alloc(0), start: 0, end: 0 };
	await cellsOfColumn(snapshot, column)(
		(record, bytes, start, end) => {
			comparedPart(bytes, start, end, part);
			codes[record] = coder.codeOfBytes(part.bytes, part.start, part.end, record);
		},
		undefined,
		pace,
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
