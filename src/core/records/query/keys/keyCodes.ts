import type { Bitset } from '../../../common/bitset';
import type { Hash } from '../../../common/hash64';
import type { Pace } from '../../../common/pace';
import type { OwnFrames } from '../../../stack/grouping/ownFrames';
import type { RecordSites } from '../../table/keyPart';
import type { DictionaryValues, NumberValues } from '../../table/table';
import { comparedPart, comparedText, type TextPart } from '../values/comparedText';
import { cellsOfColumn } from '../work/cellSource';
import type { Snapshot } from '../work/snapshot';
import { derivedCodes } from './derivedCodes';
import { KeyCoder } from './keyCoder';
import type { KeySource } from './keyOfText';
import { findNumber, numberCodes } from './numberCodes';
import type { Outcomes, ShownRecords } from './outcomes';
import type { PartCoder } from './partCodes';

/** A number for what records have in common. */
export interface KeyCodes {
	/** By record; 0 for those without the key. */
	readonly codes: Uint8Array | Uint16Array | Uint32Array;
	/** How many codes there are, 0 among them. */
	readonly size: number;
	readonly texts: KeyTexts;
	/** Memory beyond the table's own. */
	readonly bytes: number;
	/** Undefined when no record has it. */
	codeOf(value: string): number | undefined;
	/** Records whose texts took too long to read, so that they have a lesser key; undefined when there are none. */
	readonly cutShort?: Bitset | undefined;
	/** What became of the traces they were made of, where anything deobfuscates these. */
	readonly outcomes?: Outcomes | undefined;
	/** Of keys that are asked for a part of them as well. */
	readonly parts?: PartCoder | undefined;
	/** Of keys by frames. */
	readonly sites?: ReadSites | undefined;
}

/** Sites, and how their frames are read again. */
export interface ReadSites extends RecordSites {
	/** That `framesOf` needs the texts of. */
	readonly columns: readonly number[];
	/** The frames that a record's sites were made of; undefined where its texts have no trace. */
	framesOf(texts: readonly string[], record: number, pace: Pace): Promise<OwnFrames | undefined>;
}

export type KeyTexts =
	| { readonly kind: 'held'; value(code: number): string }
	/** Made of the texts that a record has in some columns. `records` is by code, from 1 on. */
	| {
			readonly kind: 'read';
			readonly records: Uint32Array;
			readonly columns: readonly number[];
			/** Of the text of a code, from 1 on: the same for the same text in every table. */
			hashOf(code: number, into: Hash): void;
			make(texts: readonly string[], record: number, pace: Pace): string | Promise<string>;
	  };

/** The keys of all records, in one pass over the file where they are not in memory. */
export async function keyCodes(
	snapshot: Snapshot,
	source: Exclude<KeySource, { kind: 'part' }>,
	pace: Pace,
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
		codeOf: (value) => values.codeOf(value),
	};
}

async function ofNumbers(values: NumberValues, records: number, pace: Pace): Promise<KeyCodes> {
	const found = await numberCodes(values, records, pace);
	return {
		codes: found.codes,
		size: found.size,
		texts: { kind: 'held', value: (code) => (code === 0 ? '' : values.text(found.records[code] ?? 0)) },
		bytes: found.codes.byteLength + found.records.byteLength,
		codeOf: (value) => findNumber(values, found, value),
	};
}

async function ofCells(snapshot: Snapshot, column: number, pace: Pace): Promise<KeyCodes> {
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
