import { Bitset } from '../bitset';
import type { DictionaryValues } from '../table';
import { type CellSource, cellsOfColumn, mappedCells } from './cells';
import type { DerivedKey } from './groupKey';
import { KeyCoder } from './keyCoder';
import type { KeyCodes } from './keyCodes';
import type { Pace } from './pace';
import type { Snapshot } from './snapshot';

/** Short turns for texts, each of which takes far longer than a record. */
const textsAtOnce = 32;

/** The keys of all records, each made once of all texts that share it. */
export async function derivedCodes(snapshot: Snapshot, from: readonly DerivedKey[], pace: Pace): Promise<KeyCodes> {
	const { records } = snapshot;
	const coder = new KeyCoder();
	const codes = new Uint32Array(records);
	const weak = new Set([0]);
	let only: Bitset | undefined;
	for (const derived of from) {
		const codeOf = (text: string) => {
			const key = derived.make(text);
			const code = coder.codeOfText(key, 0);
			if (derived.isWeak(key)) {
				weak.add(code);
			}
			return code;
		};
		await takeColumn(snapshot, derived, codeOf, only, codes, pace);
		if (derived !== from.at(-1)) {
			only = await recordsWhere(records, (record) => weak.has(codes[record] ?? 0), pace);
		}
	}
	// Not those by which the coder met a key first: another column may have given them another one.
	const origins = await firstRecords(codes, coder.size, pace);
	return {
		codes,
		size: coder.size,
		texts: {
			kind: 'read',
			records: origins,
			columns: from.map(({ column }) => column),
			make: (texts) => keyOfTexts(from, texts),
		},
		bytes: codes.byteLength + origins.byteLength + coder.bytes,
		codeOf: (value) => coder.findText(value),
	};
}

/** The keys themselves, record by record. */
export function derivedCells(snapshot: Snapshot, from: readonly DerivedKey[]): CellSource {
	const [first, ...others] = from;
	if (first !== undefined && others.length === 0) {
		return mappedCells(cellsOfColumn(snapshot, first.column), (bytes, start, end) =>
			keyOfCell(first, bytes, start, end),
		);
	}
	const columns = from.map(({ column }) => column);
	return async (visit, only, pace) => {
		const numbers: number[] = [];
		for (let record = 0; record <= snapshot.records; record++) {
			if (record < snapshot.records && only?.has(record) !== false) {
				numbers.push(record);
			}
			if (numbers.length === textsAtOnce || record === snapshot.records) {
				const rows = await snapshot.table.cells(numbers, columns, pace.signal);
				for (const [index, texts] of rows.entries()) {
					const key = Buffer.from(keyOfTexts(from, texts));
					if (visit(numbers[index] ?? 0, key, 0, key.length) === false) {
						return;
					}
				}
				numbers.length = 0;
				if (pace.due) {
					await pace.rest();
				}
			}
		}
	};
}

/** @param texts Of a record, by the place of their column. */
function keyOfTexts(from: readonly DerivedKey[], texts: readonly string[]): string {
	let weak = '';
	for (const [place, derived] of from.entries()) {
		const bytes = Buffer.from(texts[place] ?? '');
		const key = keyOfCell(derived, bytes, 0, bytes.length);
		if (key !== '' && !derived.isWeak(key)) {
			return key;
		}
		weak ||= key;
	}
	return weak;
}

function keyOfCell(derived: DerivedKey, bytes: Buffer, start: number, end: number): string {
	return start === end ? '' : derived.make(bytes.toString('utf8', start, derived.decisiveEnd(bytes, start, end)));
}

type CodeOf = (text: string) => number;

/** Puts the codes of a column's keys into `codes`; records for whose texts there is none keep what they have. */
async function takeColumn(
	snapshot: Snapshot,
	derived: DerivedKey,
	codeOf: CodeOf,
	only: Bitset | undefined,
	codes: Uint32Array,
	pace: Pace,
): Promise<void> {
	const { values } = snapshot.column(derived.column);
	if (values.kind === 'dictionary') {
		return takeDictionary(values, derived, codeOf, only, codes, pace);
	}
	/** Beginnings of texts that were seen, by whose codes `made` tells the keys made of them. */
	const seen = new KeyCoder();
	const made: number[] = [0];
	await cellsOfColumn(snapshot, derived.column)(
		(record, bytes, start, end) => {
			const decisiveEnd = derived.decisiveEnd(bytes, start, end);
			const beginning = seen.codeOfBytes(bytes, start, decisiveEnd, record);
			made[beginning] ??= codeOf(bytes.toString('utf8', start, decisiveEnd));
			codes[record] = made[beginning] || (codes[record] ?? 0);
		},
		only,
		pace,
	);
}

async function takeDictionary(
	values: DictionaryValues,
	derived: DerivedKey,
	codeOf: CodeOf,
	only: Bitset | undefined,
	codes: Uint32Array,
	pace: Pace,
): Promise<void> {
	const { codes: inner, size } = values;
	const wanted = (record: number) => only?.has(record) !== false;
	/** By the dictionary's code: 1 where a record that is wanted has it. */
	const occurs = new Uint8Array(size);
	await pace.walk(codes.length, (from, to) => {
		for (let record = from; record < to; record++) {
			if (wanted(record)) {
				occurs[inner[record] ?? 0] = 1;
			}
		}
	});
	const made = new Uint32Array(size);
	await pace.walk(
		size,
		(from, to) => {
			for (let code = Math.max(1, from); code < to; code++) {
				if (occurs[code] === 1) {
					const bytes = Buffer.from(values.value(code));
					const decisiveEnd = derived.decisiveEnd(bytes, 0, bytes.length);
					made[code] = codeOf(bytes.toString('utf8', 0, decisiveEnd));
				}
			}
		},
		textsAtOnce,
	);
	await pace.walk(codes.length, (from, to) => {
		for (let record = from; record < to; record++) {
			if (wanted(record)) {
				codes[record] = made[inner[record] ?? 0] || (codes[record] ?? 0);
			}
		}
	});
}

/** By code: the first record that has it. */
async function firstRecords(codes: Uint32Array, size: number, pace: Pace): Promise<Uint32Array> {
	const found = new Uint32Array(size);
	await pace.walk(codes.length, (from, to) => {
		for (let record = codes.length - 1 - from; record >= codes.length - to; record--) {
			found[codes[record] ?? 0] = record;
		}
	});
	return found;
}

async function recordsWhere(records: number, passes: (record: number) => boolean, pace: Pace): Promise<Bitset> {
	const found = new Bitset(records);
	await pace.walk(records, (from, to) => {
		for (let record = from; record < to; record++) {
			if (passes(record)) {
				found.add(record);
			}
		}
	});
	return found;
}
