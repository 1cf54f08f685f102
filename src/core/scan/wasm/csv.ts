// AssemblyScript module, compiled into `../scannerModule.ts`.

const lineFeed: u32 = 0x0a;
const carriageReturn: u32 = 0x0d;
const quote: u32 = 0x22;
const comma: u32 = 0x2c;
const semicolon: u32 = 0x3b;
const tab: u32 = 0x09;

const blockBytes: u32 = 64;

let delimiter: u32 = comma;
/** For each value of the low four bits, the special byte (quote, line ending, or delimiter) with these bits. */
let specials: v128 = i8x16(1, 0, 0x22, 0, 0, 0, 0, 0, 0, 0, 0x0a, 0, 0x2c, 0x0d, 0, 0);

export let foundRecords: u32 = 0;
/** Number of cells in the last record, including those that didn't fit into the row. */
export let foundCells: u32 = 0;
/** True if the last record ended with CR. An LF after it belongs to the same line ending. */
export let afterReturn: bool = false;

/**
 * Position at which the bytes end: outside a record, inside a value (where quotes have no special meaning), inside
 * quotes, or before a value.
 */
const nowhere: u32 = 0;
const inValue: u32 = 1;
const inQuotes: u32 = 2;
const beforeValue: u32 = 3;

/**
 * State of the incomplete record at the end of the last call: the kind of position, the number of delimiters so far,
 * and the offset at which scanning can continue without the earlier bytes.
 */
export let openPlace: u32 = 0;
export let openCells: u32 = 0;
export let openAt: u32 = 0;

/**
 * Locates the cells of CSV records by the rules of csv-parse with `relax_quotes`. A record ends with LF, CRLF, or CR.
 * An opening quote is recognized only at the start of a value. Text after a closing quote belongs to the value. An
 * empty line is a record only if there is a single column.
 *
 * All offsets are relative to `base`. The 128 bytes after `to` must be readable.
 * @param last True if no more bytes follow. The last record needs no line ending, but must have all cells.
 * @param columns Number of cells in an intact record, or 0 to accept any number.
 * @param stride Number of cells in a row of `bounds`. Missing cells are set to empty, and extra cells are dropped.
 * @param limit Number of cells at which a record ends, even within a line. The scan continues with the next cell as the
 * start of the next record.
 * @param place 0 if `from` is the start of a record. Otherwise, the value of `openPlace` for the record that continues
 * at `from`. The scan locates the end of this record, but not its earlier cells.
 * @param begun Value of `openCells` for the continued record.
 * @param between Delimiter: a comma, semicolon, tab, or vertical bar.
 * @param joined True if the file may consist of several joined files, so that a record can start with a byte order
 * mark.
 * @returns the offset of the first incomplete record
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
	joined: bool,
): u32 {
	useDelimiter(between);
	const rowBytes = (<usize>stride) << 3;
	let records: u32 = 0;
	// If the record began in an earlier call, its start is set before `from`, so that it isn't mistaken for an empty line
	// or an empty value.
	let recordStart = place === nowhere ? from : from - 1;
	let cellStart = place === nowhere || place === beforeValue ? from : from - 1;
	let cells: u32 = begun;
	let resumed = place === inQuotes;
	let slot = bounds;
	let rowEnd = bounds + rowBytes;
	let block = from;
	let mask = from < to ? specialsOf(base, from, to) : 0;
	afterReturn = followsReturn;
	spilled = false;
	openPlace = nowhere;
	if (joined && place === nowhere) {
		recordStart = cellStart = markEnd(base, recordStart, to);
	}
	while (records < capacity) {
		let index = to;
		let byte = lineFeed;
		if (resumed) {
			index = cellStart;
			byte = quote;
			resumed = false;
		} else {
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
				recordStart = cellStart = joined ? markEnd(base, index + 1, to) : index + 1;
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
			store<u8>(
				faults + records,
				columns === 0 ? 0 : cells !== columns ? faultOf(base, recordStart, index, cells, columns) : spilled ? 2 : 0,
			);
			records++;
			spilled = false;
			rowEnd += rowBytes;
		}
		slot = rowEnd - rowBytes;
		cells = 0;
		afterReturn = index < to && byte === carriageReturn;
		recordStart = min(index + 1, to);
		if (joined) {
			recordStart = cellStart = markEnd(base, recordStart, to);
		}
	}
	foundRecords = records;
	openCells = cells;
	return recordStart;
}

/** Returns the state of a record with the wrong number of cells: 4 if all additional cells are empty, otherwise 1. */
function faultOf(base: usize, start: u32, end: u32, cells: u32, columns: u32): u8 {
	let at = end;
	for (let cell = cells; cell > columns; cell--) {
		if (at >= start + 3 && byteAt(base, at - 1) === quote && byteAt(base, at - 2) === quote) {
			at -= 2;
		}
		if (at <= start || byteAt(base, at - 1) !== delimiter) {
			return 1;
		}
		at--;
	}
	return cells > columns ? 4 : 1;
}

/** Returns the offset after a UTF-8 byte order mark. Returns `start` if the text doesn't start with a mark. */
function markEnd(base: usize, start: u32, to: u32): u32 {
	const isMark =
		start + 3 <= to &&
		byteAt(base, start) === 0xef &&
		byteAt(base, start + 1) === 0xbb &&
		byteAt(base, start + 2) === 0xbf;
	return isMark ? start + 3 : start;
}

function byteAt(base: usize, index: u32): u32 {
	return load<u8>(base + <usize>index);
}

function useDelimiter(byte: u32): void {
	if (byte !== delimiter) {
		delimiter = byte;
		// The comma and the vertical bar end with the same four bits. All other special bytes end with different bits.
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

/** Returns a bitmask of the delimiters, quotes, and line endings in the next 64 bytes before `to`. */
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

/** Returns a bitmask of special bytes. Each byte is compared with the special byte that has the same low four bits. */
function maskOf(bytes: v128): u32 {
	const lower = v128.and(bytes, i8x16.splat(0x0f));
	return i8x16.bitmask(i8x16.eq(i8x16.swizzle(specials, lower), bytes));
}

/**
 * True if a quoted value contains a line ending and text follows the closing quote. Such a value probably has an
 * unescaped quote and contains other records.
 */
let spilled: bool = false;

let quotedStart: u32 = 0;
let quotedBound: u32 = 0;

/**
 * Returns the end of a quoted cell, or a larger number than `to` if the cell is incomplete.
 * @param start Offset of the opening quote.
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
		// The second quote of a pair is the next bit in the mask or the first byte of the next block.
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
		// A quote at the end of the bytes may be the first quote of a pair.
		openPlace = inQuotes;
		openAt = min(closing, to);
		return to + 1;
	}
	if (end < to && !endsValue(load<u8>(base + end))) {
		spilled = spilled || hasLineEnd(base, start, closing);
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

function hasLineEnd(base: usize, start: u32, end: u32): bool {
	let index = start;
	while (index < end && byteAt(base, index) !== lineFeed && byteAt(base, index) !== carriageReturn) {
		index++;
	}
	return index < end;
}

function endOfValue(base: usize, start: u32, to: u32): u32 {
	let index = start;
	while (index < to && !endsValue(load<u8>(base + index))) {
		index++;
	}
	return index;
}

/**
 * Writes the value of a quoted cell that contains doubled quotes or text after the closing quote. With such text, the
 * outer quotes are part of the value, as in csv-parse. Up to 16 bytes after the value are overwritten.
 * @param from Address of the opening quote.
 * @returns the length of the value, which is at most the length of the cell
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
	// Text follows the closing quote, so the opening quote is inserted before the value.
	memory.copy(into + 1, into, out - into);
	store<u8>(into, quote);
	memory.copy(out + 1, at, end - at);
	return <u32>(out + 1 - into + (end - at));
}
