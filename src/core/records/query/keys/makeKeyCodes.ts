import type { Scheduler } from '../../../common/scheduler';
import type { DictionaryValues, NumberValues } from '../../table/table';
import { cellsOfColumn } from '../execution/cellSource';
import { allRecords, positionsWhere } from '../execution/selectPositions';
import type { Snapshot } from '../execution/snapshot';
import { comparedPart, comparedText, type TextPart } from '../values/comparedText';
import { getHalves } from '../values/numberText';
import { derivedCodes } from './derivedCodes';
import { KeyCoder } from './keyCoder';
import type { KeyCodes } from './keyCodes';
import type { KeySource } from './keyOfText';
import type { ShownRecords } from './outcomes';

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

/** Number of values per hash table. A table of this size fits into the L2 cache. */
const together = 8192;

const maxParts = 4096;

const noHighs = new Uint32Array(0);

interface NumberCodes {
	/** The code of each record, or 0 if the record has no number. */
	readonly codes: Uint32Array;
	readonly records: Uint32Array;
	readonly size: number;
}

/** Assigns codes to numbers. They are partitioned by hash, because one large table would cause CPU cache misses. */
export async function numberCodes(values: NumberValues, records: number, pace: Scheduler): Promise<NumberCodes> {
	const { present, empty } = values;
	const all = allRecords(records);
	const numbers = empty === 0 ? all : await positionsWhere(all, (record) => present.has(record), pace);
	const parts = await putIntoParts(numbers, values, pace);
	/** For each record, the first record with the same value. In the end, codes replace the record numbers. */
	const codes = new Uint32Array(records);
	let slots = new Uint32Array(0);
	let from = 0;
	for (const to of parts.ends) {
		const length = 2 ** Math.ceil(Math.log2(2 * (to - from) + 1));
		slots = slots.length < length ? new Uint32Array(length) : slots.fill(0, 0, length);
		findFirsts(parts, from, to, { slots, mask: length - 1, firsts: codes });
		from = to;
		if (pace.isYieldDue) {
			await pace.yieldNow();
		}
	}
	let size = 1;
	const firsts = new Uint32Array(numbers.length + 1);
	await pace.forEachBatch(numbers.length, (from, to) => {
		size = replaceByCodes(numbers, from, to, { codes, firsts, start: size });
	});
	return { codes, records: 2 * size > firsts.length ? firsts.subarray(0, size) : firsts.slice(0, size), size };
}

export function findNumber({ low, high, form }: NumberValues, codes: NumberCodes, text: string): number | undefined {
	if (text === '') {
		return 0;
	}
	const halves = getHalves(form, text);
	if (!halves) {
		return undefined;
	}
	for (let code = 1; code < codes.size; code++) {
		const record = codes.records[code] ?? 0;
		if (low[record] === halves.low && (high?.[record] ?? 0) === halves.high) {
			return code;
		}
	}
	return undefined;
}

interface Parts {
	readonly records: Uint32Array;
	readonly lows: Uint32Array;
	readonly highs: Uint32Array;
	readonly ends: Uint32Array;
}

async function putIntoParts(
	numbers: Uint32Array,
	{ low, high = noHighs }: NumberValues,
	pace: Scheduler,
): Promise<Parts> {
	const bits = Math.ceil(Math.log2(Math.min(maxParts, Math.max(2, numbers.length / together))));
	const shift = 32 - bits;
	const places = new Uint32Array(2 ** bits);
	await pace.forEachBatch(numbers.length, (from, to) =>
		countParts(numbers, from, to, { low, high, shift, counts: places }),
	);
	let filled = 0;
	for (const [part, count] of places.entries()) {
		places[part] = filled;
		filled += count;
	}
	const parts: Parts = {
		records: new Uint32Array(filled),
		lows: new Uint32Array(filled),
		highs: new Uint32Array(high === noHighs ? 0 : filled),
		// These offsets move from the start to the end of each partition while records are copied.
		ends: places,
	};
	await pace.forEachBatch(numbers.length, (from, to) => scatter(numbers, from, to, { low, high, shift }, parts));
	return parts;
}

interface PartCounts {
	readonly low: Uint32Array;
	readonly high: Uint32Array;
	readonly shift: number;
	readonly counts: Uint32Array;
}

function countParts(numbers: Uint32Array, from: number, to: number, { low, high, shift, counts }: PartCounts): void {
	for (let index = from; index < to; index++) {
		const record = numbers[index] ?? 0;
		const part = hashOf(low[record] ?? 0, high[record] ?? 0) >>> shift;
		counts[part] = (counts[part] ?? 0) + 1;
	}
}

interface SharedNumbers {
	readonly low: Uint32Array;
	readonly high: Uint32Array;
	readonly shift: number;
}

function scatter(
	numbers: Uint32Array,
	from: number,
	to: number,
	{ low, high, shift }: SharedNumbers,
	{ records, lows, highs, ends }: Parts,
): void {
	for (let index = from; index < to; index++) {
		const record = numbers[index] ?? 0;
		const lowHalf = low[record] ?? 0;
		const highHalf = high[record] ?? 0;
		const part = hashOf(lowHalf, highHalf) >>> shift;
		const place = ends[part] ?? 0;
		ends[part] = place + 1;
		records[place] = record;
		lows[place] = lowHalf;
		// If `highs` is empty, this write has no effect, because the index is out of bounds.
		highs[place] = highHalf;
	}
}

interface FirstSlots {
	readonly slots: Uint32Array;
	readonly mask: number;
	readonly firsts: Uint32Array;
}

/** @param slots Open-addressing hash table. Each slot contains an index plus 1, or 0 if it is free. */
function findFirsts(
	{ records, lows, highs }: Parts,
	from: number,
	to: number,
	{ slots, mask, firsts }: FirstSlots,
): void {
	for (let place = from; place < to; place++) {
		const low = lows[place] ?? 0;
		const high = highs[place] ?? 0;
		let slot = hashOf(low, high) & mask;
		let taken = slots[slot] ?? 0;
		while (taken !== 0 && (lows[taken - 1] !== low || (highs[taken - 1] ?? 0) !== high)) {
			slot = (slot + 1) & mask;
			taken = slots[slot] ?? 0;
		}
		if (taken === 0) {
			taken = place + 1;
			slots[slot] = taken;
		}
		firsts[records[place] ?? 0] = records[taken - 1] ?? 0;
	}
}

interface FoundCodes {
	readonly codes: Uint32Array;
	readonly firsts: Uint32Array;
	readonly start: number;
}

/** Replaces record numbers with codes. The first record with a value gets its code before later records need it. */
function replaceByCodes(numbers: Uint32Array, from: number, to: number, { codes, firsts, start }: FoundCodes): number {
	let size = start;
	for (let index = from; index < to; index++) {
		const record = numbers[index] ?? 0;
		const first = codes[record] ?? 0;
		if (first === record) {
			firsts[size] = record;
			codes[record] = size++;
		} else {
			codes[record] = codes[first] ?? 0;
		}
	}
	return size;
}

function hashOf(low: number, high: number): number {
	const mixed = Math.imul(low ^ Math.imul(high ^ (high >>> 15), 0x85ebca6b), 0x9e3779b1);
	return Math.imul(mixed ^ (mixed >>> 15), 0xc2b2ae35);
}
