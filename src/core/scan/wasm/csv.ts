// AssemblyScript; `../machine.ts` calls it.

const lineFeed: u32 = 0x0a;
const carriageReturn: u32 = 0x0d;
const quote: u32 = 0x22;
const comma: u32 = 0x2c;
const semicolon: u32 = 0x3b;
const tab: u32 = 0x09;

/** Bytes that are looked at together. */
const blockBytes: u32 = 64;

/** Between the cells of the text that is scanned. */
let delimiter: u32 = comma;
/** Of each lower half of a byte the one byte that means something: a quote, a line end or the delimiter. */
let specials: v128 = i8x16(1, 0, 0x22, 0, 0, 0, 0, 0, 0, 0, 0x0a, 0, 0x2c, 0x0d, 0, 0);

/** Records found by the last call of `scanCsv`. */
export let foundRecords: u32 = 0;
/** Cells of the record found last, those without room among them. */
export let foundCells: u32 = 0;
/** The last record ended with CR, so an LF that comes next is the other half of its line end. */
export let afterReturn: bool = false;

/** Where in a record the bytes ended: `1` within a value, of which no quote opens another; `2` in quotes; `3` before a value. */
const nowhere: u32 = 0;
const inValue: u32 = 1;
const inQuotes: u32 = 2;
const beforeValue: u32 = 3;

/**
 * Of the record that the last call did not find whole: its place where the bytes ended, its separators before that, and
 * from where on it could be told without anything that is before.
 */
export let openPlace: u32 = 0;
export let openCells: u32 = 0;
export let openAt: u32 = 0;

/**
 * Finds the cells of the records of a CSV as csv-parse with `relax_quotes` does: LF, CRLF and CR end a record, quotes
 * open at the start of a value only, what follows a closing quote belongs to the value, and an empty line is a record
 * where there is one column only.
 *
 * All places are offsets from `base`. 128 bytes behind `to` must be readable.
 *
 * @param last Nothing follows: the last record needs no line end, but then all its cells.
 * @param columns Cells of a sound record; 0 when any number is sound.
 * @param stride Cells of a row of `bounds`; missing ones are made empty, surplus ones dropped.
 * @param limit A record ends behind so many cells at the latest.
 * @param place 0, or what was `openPlace` of the record that goes on at `from`, which was `openAt`. Its end is found, its
 * start and its cells are not. @param begun Its `openCells`.
 * @param between The delimiter: a comma, a semicolon, a tab or a vertical bar.
 * @returns Where the first record begins that was not found whole.
 */
export function scanCsv(
	base: usize,
	from: u32,
	to: u32,
	last: bool,
	columns: u32,
	stride: u32,
	bounds: usize,
	places: usize,
	faults: usize,
	capacity: u32,
	limit: u32,
	followsReturn: bool,
	place: u32,
	begun: u32,
	between: u32,
): u32 {
	useDelimiter(between);
	const rowBytes = (<usize>stride) << 3;
	let records: u32 = 0;
	// Before the bytes where a record goes on: it is not blank, and a value in which it does has begun.
	let recordStart = place === nowhere ? from : from - 1;
	let cellStart = place === nowhere || place === beforeValue ? from : from - 1;
	let cells: u32 = begun;
	let resumed = place === inQuotes;
	let slot = bounds;
	let rowEnd = bounds + rowBytes;
	let block = from;
	let mask = from < to ? specialsOf(base, from, to) : 0;
	afterReturn = followsReturn;
	openPlace = nowhere;
	while (records < capacity) {
		let index = to;
		let byte = lineFeed;
		if (resumed) {
			index = cellStart;
			byte = quote;
			resumed = false;
		} else {
			// The next byte that means something; the end counts as one.
			while (mask === 0 && block < to) {
				block += blockBytes;
				mask = block < to ? specialsOf(base, block, to) : 0;
			}
			if (mask !== 0) {
				index = block + <u32>ctz(mask);
				mask &= mask - 1;
				byte = load<u8>(base + index);
			}
		}
		let cellEnd = index;
		if (byte === quote) {
			if (index !== cellStart) {
				continue;
			}
			index = quotedEnd(base, index, to, last);
			if (index > to) {
				break;
			}
			cellStart = quotedStart;
			cellEnd = quotedBound;
			byte = index === to ? lineFeed : load<u8>(base + index);
			block = index + 1;
			mask = block < to ? specialsOf(base, block, to) : 0;
		}
		if (index === to && (!last || recordStart === to)) {
			openPlace = recordStart === to ? nowhere : cellStart === to ? beforeValue : inValue;
			openAt = to;
			break;
		}
		const blank = index === recordStart;
		if (blank && byte !== delimiter) {
			if (byte === lineFeed && afterReturn) {
				afterReturn = false;
				recordStart = cellStart = index + 1;
				continue;
			}
		}
		if (slot < rowEnd) {
			store<u32>(slot, cellStart);
			store<u32>(slot, cellEnd, 4);
			slot += 8;
		}
		cells++;
		cellStart = index + 1;
		if (byte === delimiter && cells !== limit) {
			continue;
		}
		foundCells = cells;
		if (index === to && cells < columns) {
			openPlace = inValue;
			openAt = to;
			break;
		}
		if (!blank || byte === delimiter || columns === 1) {
			if (slot < rowEnd) {
				memory.fill(slot, 0, rowEnd - slot);
			}
			store<u32>(places + ((<usize>records) << 3), recordStart);
			store<u32>(places + ((<usize>records) << 3), index, 4);
			store<u8>(faults + records, columns > 0 && cells !== columns ? 1 : 0);
			records++;
			rowEnd += rowBytes;
		}
		slot = rowEnd - rowBytes;
		cells = 0;
		afterReturn = index < to && byte === carriageReturn;
		recordStart = min(index + 1, to);
	}
	foundRecords = records;
	openCells = cells;
	return recordStart;
}

function useDelimiter(byte: u32): void {
	if (byte !== delimiter) {
		delimiter = byte;
		// The lower halves of a comma and a vertical bar are the same, and those of all others differ.
		specials = i8x16(1, 0, 0x22, 0, 0, 0, 0, 0, 0, 0, 0x0a, 0, 0, 0x0d, 0, 0);
		switch (byte) {
			case semicolon:
				specials = i8x16.replace_lane(specials, 0x0b, <i8>semicolon);
				break;
			case tab:
				specials = i8x16.replace_lane(specials, 0x09, <i8>tab);
				break;
			default:
				specials = i8x16.replace_lane(specials, 0x0c, <i8>byte);
		}
	}
}

/** One bit for each of the next 64 bytes before `to` that is a delimiter, a quote or part of a line end. */
function specialsOf(base: usize, start: u32, to: u32): u64 {
	const at = base + start;
	const all =
		<u64>maskOf(v128.load(at)) |
		((<u64>maskOf(v128.load(at, 16))) << 16) |
		((<u64>maskOf(v128.load(at, 32))) << 32) |
		((<u64>maskOf(v128.load(at, 48))) << 48);
	const rest = to - start;
	return rest < blockBytes ? all & (((<u64>1) << (<u64>rest)) - 1) : all;
}

/** The bytes looked for differ in their lower halves, so each half has one candidate to compare with. */
function maskOf(bytes: v128): u32 {
	const lower = v128.and(bytes, i8x16.splat(0x0f));
	return i8x16.bitmask(i8x16.eq(i8x16.swizzle(specials, lower), bytes));
}

/** The bounds of the cell that `quotedEnd` found. */
let quotedStart: u32 = 0;
let quotedBound: u32 = 0;

/**
 * @param start At the opening quote.
 * @returns The end of the cell; more than `to` if it is not whole before that.
 */
function quotedEnd(base: usize, start: u32, to: u32, last: bool): u32 {
	let block = start + 1;
	let mask = block < to ? quotesOf(base + block) : 0;
	let closing = to;
	let doubled = false;
	while (block < to) {
		if (mask === 0) {
			block += blockBytes;
			mask = quotesOf(base + block);
			continue;
		}
		closing = min(block + <u32>ctz(mask), to);
		mask &= mask - 1;
		if (closing + 1 >= to || <u32>load<u8>(base + closing + 1) !== quote) {
			break;
		}
		doubled = true;
		// The second of the two is the mask's next bit, or the first byte of the next block.
		if (closing + 1 < block + blockBytes) {
			mask &= mask - 1;
		} else {
			block = closing + 2;
			mask = quotesOf(base + block);
		}
		closing = to;
	}
	let end = closing + 1;
	if (closing >= to || (end === to && !last)) {
		// A quote that comes last may be the first of two.
		openPlace = inQuotes;
		openAt = min(closing, to);
		return to + 1;
	}
	if (end < to && !endsValue(load<u8>(base + end))) {
		end = endOfValue(base, end, to);
		quotedStart = start;
		quotedBound = ~end;
		openPlace = end === to && !last ? inValue : nowhere;
		openAt = to;
		return openPlace === inValue ? to + 1 : end;
	}
	quotedStart = doubled ? start : start + 1;
	quotedBound = doubled ? ~end : closing;
	return end;
}

/** One bit for each of the 64 bytes at this address that is a quote. */
function quotesOf(at: usize): u64 {
	const all = i8x16.splat(<i8>quote);
	return (
		<u64>i8x16.bitmask(i8x16.eq(v128.load(at), all)) |
		((<u64>i8x16.bitmask(i8x16.eq(v128.load(at, 16), all))) << 16) |
		((<u64>i8x16.bitmask(i8x16.eq(v128.load(at, 32), all))) << 32) |
		((<u64>i8x16.bitmask(i8x16.eq(v128.load(at, 48), all))) << 48)
	);
}

function endsValue(byte: u32): bool {
	return byte === delimiter || byte === lineFeed || byte === carriageReturn;
}

function endOfValue(base: usize, start: u32, to: u32): u32 {
	let index = start;
	while (index < to && !endsValue(load<u8>(base + index))) {
		index++;
	}
	return index;
}

/**
 * Writes the value of a quoted cell with quotes doubled in it or text behind the closing quote, as csv-parse reads it:
 * with such text the outer quotes are part of the value. Up to 16 bytes behind the value are written too.
 * @param from At the opening quote.
 * @returns Its length, at most that of the cell.
 */
export function resolveCsv(from: usize, end: usize, into: usize): u32 {
	let at = from + 1;
	let out = into;
	while (at < end) {
		const bytes = v128.load(at);
		const mask = i8x16.bitmask(i8x16.eq(bytes, i8x16.splat(<i8>quote)));
		v128.store(out, bytes);
		const plain: usize = mask === 0 ? 16 : ctz(mask);
		at += plain;
		out += plain;
		if (plain < 16) {
			if (at + 1 >= end || <u32>load<u8>(at + 1) !== quote) {
				break;
			}
			out++;
			at += 2;
		}
	}
	if (at + 1 >= end) {
		return <u32>(out - into);
	}
	// Text follows: what was in quotes moves behind the opening one.
	memory.copy(into + 1, into, out - into);
	store<u8>(into, quote);
	memory.copy(out + 1, at, end - at);
	return <u32>(out + 1 - into + (end - at));
}
