import type { DictionaryValues, NumberValues } from '../table';
import { type CellSource, cellsOfColumn, mappedCells } from './cells';
import { comparedPart, comparedText, type Part } from './comparedText';
import type { DerivedKey, KeySource } from './groupKey';
import { KeyCoder } from './keyCoder';
import { findNumber, numberCodes } from './numberCodes';
import type { Pace } from './pace';
import type { Snapshot } from './snapshot';

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
}

export type KeyTexts =
	| { readonly kind: 'held'; value(code: number): string }
	/** Made of the text that a record has in a column. `records` is by code, from 1 on. */
	| { readonly kind: 'read'; readonly records: Uint32Array; readonly column: number; make(text: string): string };

/** The keys of all records, in one pass over the file where they are not in memory. */
export async function keyCodes(snapshot: Snapshot, { column = -1, derived }: KeySource, pace: Pace): Promise<KeyCodes> {
	const { values } = snapshot.column(column);
	if (values.kind === 'dictionary') {
		return derived ? ofDerivedDictionary(values, derived, snapshot.records, pace) : ofDictionary(values);
	}
	if (values.kind === 'number' && !derived) {
		return ofNumbers(values, snapshot.records, pace);
	}
	return ofCells(snapshot, column, derived, pace);
}

/** The keys themselves, record by record. */
export function keyCells(snapshot: Snapshot, { column = -1, derived }: KeySource): CellSource {
	const cells = cellsOfColumn(snapshot, column);
	return derived ? mappedCells(cells, (bytes, start, end) => derivedText(derived, bytes, start, end)) : cells;
}

function derivedText(derived: DerivedKey, bytes: Buffer, start: number, end: number): string {
	return derived.make(bytes.toString('utf8', start, derived.decisiveEnd(bytes, start, end)));
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

/** Short turns for texts, each of which takes far longer than a record. */
const textsAtOnce = 256;

async function ofDerivedDictionary(
	values: DictionaryValues,
	derived: DerivedKey,
	records: number,
	pace: Pace,
): Promise<KeyCodes> {
	const { codes: inner, size } = values;
	const coder = new KeyCoder();
	const made = new Uint16Array(size);
	const keyOf = (innerCode: number) => {
		const bytes = Buffer.from(values.value(innerCode));
		return derivedText(derived, bytes, 0, bytes.length);
	};
	await pace.walk(
		size,
		(from, to) => {
			for (let code = Math.max(1, from); code < to; code++) {
				made[code] = coder.codeOfText(keyOf(code), code);
			}
		},
		textsAtOnce,
	);
	const codes = new Uint16Array(records);
	await pace.walk(records, (from, to) => {
		for (let record = from; record < to; record++) {
			codes[record] = made[inner[record] ?? 0] ?? 0;
		}
	});
	return {
		codes,
		size: coder.size,
		texts: { kind: 'held', value: (code) => (code === 0 ? '' : keyOf(coder.origins[code] ?? 0)) },
		bytes: codes.byteLength + coder.bytes,
		codeOf: (value) => coder.findText(value),
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

async function ofCells(
	snapshot: Snapshot,
	column: number,
	derived: DerivedKey | undefined,
	pace: Pace,
): Promise<KeyCodes> {
	const coder = new KeyCoder();
	const codes = new Uint32Array(snapshot.records);
	const part: Part = { bytes: Buffer.alloc(0), start: 0, end: 0 };
	/** Beginnings of texts that were seen, by whose codes `made` tells the keys made of them. */
	const seen = new KeyCoder();
	const made: number[] = [0];
	await cellsOfColumn(snapshot, column)(
		(record, bytes, start, end) => {
			if (!derived) {
				comparedPart(bytes, start, end, part);
				codes[record] = coder.codeOfBytes(part.bytes, part.start, part.end, record);
				return;
			}
			const decisiveEnd = derived.decisiveEnd(bytes, start, end);
			const beginning = seen.codeOfBytes(bytes, start, decisiveEnd, record);
			made[beginning] ??= coder.codeOfText(derived.make(bytes.toString('utf8', start, decisiveEnd)), record);
			codes[record] = made[beginning] ?? 0;
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
			column,
			make: (text) => {
				if (!derived) {
					return comparedText(text);
				}
				const bytes = Buffer.from(text);
				return derivedText(derived, bytes, 0, bytes.length);
			},
		},
		bytes: codes.byteLength + coder.bytes,
		codeOf: (value) => coder.findText(value),
	};
}
