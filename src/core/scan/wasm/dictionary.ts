import { readCell, valueAt, valueLength } from './cells';

// Layout of a dictionary in memory. Code 0 is the empty value.
//
//    0 codes        number of codes
//    4 mask         number of slots minus 1; the number of slots is a power of two
//    8 slots        one word for each slot: 0 if the slot is empty; otherwise, the lower half contains the code and the
//                   upper half contains the upper half of the value's hash; slots of a few thousand values fit into the
//                   L1 and L2 caches
//   12 offsets      for each code, the start of its text; then the end of the last text
//   16 text         concatenated values
//   20 textRoom     capacity for text in bytes
//   24 codeRoom     capacity for codes
//   28 entries      for each code, 24 bytes; see `putEntry`

const maxCodes: u32 = 65_536;
const entryBytes: usize = 24;
const upperHalf: u32 = 0xffff_0000;

/** Maximum number of hash probes. More collisions suggest crafted values, so no code is assigned. */
const maxProbes: u32 = 512;

/** Multipliers of the hash function. They are odd, and half of their bits are set, so that hashes spread evenly. */
const spread: u64 = ((<u64>0x9e3779b9) << 32) | 0x7f4a7c15;
const mix: u64 = ((<u64>0x9fb21c65) << 32) | 0x1e98df25;
const finish: u64 = ((<u64>0xd6e8feb8) << 32) | 0x6659fd93;

/** Values of `encodeStop`, which describe why `encode` returned. `done` means that all rows have codes. */
const done: u32 = 0;
/** The dictionary is too small. The caller must enlarge it and continue encoding with the same row. */
const needsRoom: u32 = 1;
/** The value is new and not ASCII. The caller must check that it is UTF-8 and call again with `checked`. */
const needsCheck: u32 = 2;
const needsWidth: u32 = 3;
const isFull: u32 = 4;

export let encodeStop: u32 = 0;
export let encodedEmpty: u32 = 0;

/**
 * Writes the codes of a column's cells to `codes`, starting with row `row`.
 * @param bounds Address of the column's cell in row 0.
 * @param rowBytes Distance between rows, in bytes.
 * @param width Number of bytes per code.
 * @param checked True if the first value is known to be valid UTF-8.
 * @returns the first row without a code; the reason is in `encodeStop`
 */
export function encode(
	dictionary: usize,
	base: usize,
	bounds: usize,
	rowBytes: u32,
	row: u32,
	rows: u32,
	codes: usize,
	width: u32,
	json: bool,
	checked: bool,
): u32 {
	const slots = <usize>load<u32>(dictionary, 8);
	const mask = load<u32>(dictionary, 4);
	const text = <usize>load<u32>(dictionary, 16);
	const offsets = <usize>load<u32>(dictionary, 12);
	const entries = <usize>load<u32>(dictionary, 28);
	let trusted = checked;
	let empty: u32 = 0;
	encodeStop = done;
	encodedEmpty = 0;
	for (let index = row; index < rows; index++) {
		const bound = bounds + <usize>index * rowBytes;
		const start = load<u32>(bound);
		const end = load<i32>(bound, 4);
		let at = base + start;
		let length = <u32>end - start;
		let code: u32 = 0;
		if (end < 0) {
			readCell(base, bound, json);
			at = valueAt;
			length = valueLength;
		}
		if (length > 0) {
			const head = headOf(at, length);
			const rest = restOf(at, length);
			const hash = hashOf(at, length, head, rest);
			let place = hash & mask;
			let probes: u32 = 0;
			while (true) {
				const slot = slots + ((<usize>place) << 2);
				const found = load<u32>(slot);
				if (found === 0) {
					code = insert(dictionary, slot, at, length, hash, width, trusted);
					if (code === 0) {
						encodedEmpty = empty;
						return index;
					}
					break;
				}
				if (((found ^ hash) & upperHalf) === 0) {
					code = found & ~upperHalf;
					const entry = entries + <usize>code * entryBytes;
					if (
						load<u32>(entry) === length &&
						load<u64>(entry, 8) === head &&
						load<u64>(entry, 16) === rest &&
						(length <= 16 || same(at, text + <usize>load<u32>(offsets + ((<usize>code) << 2)), length))
					) {
						break;
					}
				}
				place = (place + 1) & mask;
				if (++probes > maxProbes) {
					encodeStop = isFull;
					encodedEmpty = empty;
					return index;
				}
			}
			trusted = false;
		} else {
			empty++;
		}
		if (width === 1) {
			store<u8>(codes + index, code);
		} else {
			store<u16>(codes + ((<usize>index) << 1), code);
		}
	}
	encodedEmpty = empty;
	return rows;
}

/** @returns 0 if no code could be assigned; the reason is in `encodeStop` */
function insert(dictionary: usize, slot: usize, at: usize, length: u32, hash: u32, width: u32, checked: bool): u32 {
	const code = load<u32>(dictionary);
	const offsets = <usize>load<u32>(dictionary, 12);
	const text = <usize>load<u32>(dictionary, 16);
	const offset = load<u32>(offsets + ((<usize>code) << 2));
	if (code === maxCodes) {
		encodeStop = isFull;
	} else if (offset + length > load<u32>(dictionary, 20) || code + 1 >= load<u32>(dictionary, 24)) {
		encodeStop = needsRoom;
	} else if (code > 0xff && width === 1) {
		encodeStop = needsWidth;
	} else if (!checked && !isAscii(at, length)) {
		encodeStop = needsCheck;
	} else {
		memory.copy(text + offset, at, length);
		store<u32>(offsets + ((<usize>(code + 1)) << 2), offset + length);
		store<u32>(slot, slotOf(hash, code));
		putEntry(<usize>load<u32>(dictionary, 28) + <usize>code * entryBytes, at, length, hash);
		store<u32>(dictionary, code + 1);
		return code;
	}
	return 0;
}

function slotOf(hash: u32, code: u32): u32 {
	return (hash & upperHalf) | code;
}

/** Writes an entry. If the value has at most 16 bytes, the last two words contain the complete value. */
function putEntry(entry: usize, at: usize, length: u32, hash: u32): void {
	store<u32>(entry, length);
	store<u32>(entry, hash, 4);
	store<u64>(entry, headOf(at, length), 8);
	store<u64>(entry, restOf(at, length), 16);
}

export function placeAll(dictionary: usize): void {
	const mask = load<u32>(dictionary, 4);
	const slots = <usize>load<u32>(dictionary, 8);
	const entries = <usize>load<u32>(dictionary, 28);
	const codes = load<u32>(dictionary);
	for (let code: u32 = 1; code < codes; code++) {
		const hash = load<u32>(entries + <usize>code * entryBytes, 4);
		let place = hash & mask;
		while (load<u32>(slots + ((<usize>place) << 2)) !== 0) {
			place = (place + 1) & mask;
		}
		store<u32>(slots + ((<usize>place) << 2), slotOf(hash, code));
	}
}

/** Returns the first eight bytes of a nonempty value. A shorter value is padded with zeros. */
export function headOf(at: usize, length: u32): u64 {
	return load<u64>(at) & (u64.MAX_VALUE >> ((<u64>(8 - min(length, 8))) << 3));
}

/**
 * Returns the next eight bytes, padded with zeros. If the value is longer than 16 bytes, this function returns its last
 * eight bytes.
 */
export function restOf(at: usize, length: u32): u64 {
	if (length > 16) {
		return load<u64>(at + length - 8);
	}
	// Shifts twice by half the number of bits, because a shift by 64 bits has no effect.
	const half = (<u64>(16 - max(length, 8))) << 2;
	return load<u64>(at, 8) & ((u64.MAX_VALUE >> half) >> half);
}

export function hashOf(at: usize, length: u32, head: u64, rest: u64): u32 {
	let hash = (head ^ (<u64>length * spread)) * mix;
	hash ^= hash >> 32;
	if (length > 16) {
		hash = hashOfMiddle(at + 8, at + (length - 8), hash);
	}
	hash = (hash ^ rest) * mix;
	return <u32>(((hash ^ (hash >> 32)) * finish) >> 32);
}

/** Hashes the middle of a value in two independent lanes, which the CPU can process in parallel. */
function hashOfMiddle(start: usize, end: usize, hash: u64): u64 {
	let other = spread;
	let at = start;
	for (; at + 8 < end; at += 16) {
		hash = (hash ^ load<u64>(at)) * mix;
		other = (other ^ load<u64>(at, 8)) * finish;
		hash ^= hash >> 32;
		other ^= other >> 32;
	}
	if (at < end) {
		hash = (hash ^ load<u64>(at)) * mix;
		hash ^= hash >> 32;
	}
	return hash ^ other;
}

function same(a: usize, b: usize, length: u32): bool {
	const last = length - 16;
	for (let index: u32 = 0; index < last; index += 16) {
		if (!areSame(a + <usize>index, b + <usize>index)) {
			return false;
		}
	}
	return areSame(a + <usize>last, b + <usize>last);
}

function areSame(a: usize, b: usize): bool {
	return !v128.any_true(v128.xor(v128.load(a), v128.load(b)));
}

function isAscii(at: usize, length: u32): bool {
	let index: u32 = 0;
	for (; index + 16 <= length; index += 16) {
		if (i8x16.bitmask(v128.load(at + <usize>index)) !== 0) {
			return false;
		}
	}
	// The load may read past the end of the value. The mask bits of those bytes are ignored.
	const rest = i8x16.bitmask(v128.load(at + <usize>index));
	return (rest & ((1 << (length - index)) - 1)) === 0;
}
