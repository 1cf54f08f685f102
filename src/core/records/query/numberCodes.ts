import type { NumberValues } from '../table';
import { halvesOf } from './numberText';
import type { Pace } from './pace';

/** Numbers that are looked up together: their table fits the processor's second cache. */
const together = 8192;

const mostParts = 4096;

/** Codes of a column's numbers, in the order of first use. */
export interface NumberCodes {
	/** By record; 0 where there is no number. */
	readonly codes: Uint32Array;
	/** By code, from 1 on: the first record that has it. */
	readonly records: Uint32Array;
	readonly size: number;
}

/**
 * A hash table of a million numbers waits for memory at every look. So records are put into parts by their hash first,
 * and each part has a small table of its own.
 */
export async function numberCodes(values: NumberValues, records: number, pace: Pace): Promise<NumberCodes> {
	const { present } = values;
	const bits = Math.ceil(Math.log2(Math.min(mostParts, Math.max(1, records / together))));
	const parts = await putIntoParts(values, records, bits, pace);
	/** By record: the first one with the same number, until it is replaced by its code. */
	const codes = new Uint32Array(records);
	let slots = new Uint32Array(0);
	for (let part = 0; part < 2 ** bits; part++) {
		const from = parts.ends[part - 1] ?? 0;
		const to = parts.ends[part] ?? 0;
		const length = 2 ** Math.ceil(Math.log2(2 * (to - from) + 1));
		if (slots.length < length) {
			slots = new Uint32Array(length);
		}
		findFirsts(parts, from, to, slots.fill(0, 0, length), length - 1, codes);
		if (pace.due) {
			await pace.rest();
		}
	}
	let size = 1;
	const firsts = new Uint32Array(records + 1);
	await pace.walk(records, (from, to) => {
		for (let record = from; record < to; record++) {
			if (present.has(record)) {
				const first = codes[record] ?? 0;
				if (first === record) {
					firsts[size] = record;
					codes[record] = size++;
				} else {
					codes[record] = codes[first] ?? 0;
				}
			}
		}
	});
	return { codes, records: firsts.slice(0, size), size };
}

/** The code of a number by its text; undefined when no record has it. */
export function findNumber({ low, high, form }: NumberValues, codes: NumberCodes, text: string): number | undefined {
	if (text === '') {
		return 0;
	}
	const halves = halvesOf(form, text);
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
	/** Records and their numbers, part by part, in the order of the file within each. */
	readonly records: Uint32Array;
	readonly lows: Uint32Array;
	readonly highs: Uint32Array;
	/** Where each part ends. */
	readonly ends: Uint32Array;
}

async function putIntoParts(
	{ low, high, present }: NumberValues,
	records: number,
	bits: number,
	pace: Pace,
): Promise<Parts> {
	const counts = new Uint32Array(2 ** bits);
	const partOf = (record: number) => (bits === 0 ? 0 : hashOf(low[record] ?? 0, high?.[record] ?? 0) >>> (32 - bits));
	await pace.walk(records, (from, to) => {
		for (let record = from; record < to; record++) {
			if (present.has(record)) {
				const part = partOf(record);
				counts[part] = (counts[part] ?? 0) + 1;
			}
		}
	});
	const places = new Uint32Array(2 ** bits);
	let filled = 0;
	for (const [part, count] of counts.entries()) {
		places[part] = filled;
		filled += count;
	}
	const parts = {
		records: new Uint32Array(filled),
		lows: new Uint32Array(filled),
		highs: new Uint32Array(high ? filled : 0),
	};
	await pace.walk(records, (from, to) => {
		for (let record = from; record < to; record++) {
			if (present.has(record)) {
				const part = partOf(record);
				const place = places[part] ?? 0;
				places[part] = place + 1;
				parts.records[place] = record;
				parts.lows[place] = low[record] ?? 0;
				if (high) {
					parts.highs[place] = high[record] ?? 0;
				}
			}
		}
	});
	// By now each place is behind the last one of its part.
	return { ...parts, ends: places };
}

/** @param slots Place in the part + 1, 0 where there is none; open addressing. */
function findFirsts(
	{ records, lows, highs }: Parts,
	from: number,
	to: number,
	slots: Uint32Array,
	mask: number,
	firsts: Uint32Array,
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

function hashOf(low: number, high: number): number {
	const mixed = Math.imul(low ^ Math.imul(high ^ (high >>> 15), 0x85ebca6b), 0x9e3779b1);
	return Math.imul(mixed ^ (mixed >>> 15), 0xc2b2ae35);
}
