// AssemblyScript; see ../nativeScan.ts for what calls it.

const lineFeed: u32 = 0x0a;
const carriageReturn: u32 = 0x0d;
const quote: u32 = 0x22;
const comma: u32 = 0x2c;

/** Instead of a place: the bytes end before the record does. */
const notWhole: u32 = 0xffff_ffff;

/** Records found by the last call of `scanCsv`. */
export let foundRecords: u32 = 0;
/** Cells of the record found last, those without room among them. */
export let foundCells: u32 = 0;
/** The last record ended with CR, so an LF that comes next is the other half of its line end. */
export let afterReturn: bool = false;

/**
 * Finds the cells of the records of a CSV by the rules that `CsvScan` counts by: LF, CRLF and CR end a record, quotes
 * open at the start of a value only, what follows a closing quote belongs to the value, and an empty line is a record
 * where there is one column only.
 *
 * All places are offsets from `base`. 16 bytes behind `to` must be readable.
 *
 * @param last Nothing follows: the last record needs no line end, but then all its cells.
 * @param columns Cells of a sound record; 0 when the header is searched for, where any number is sound.
 * @param stride Cells of a row of `bounds`; missing ones are made empty, surplus ones dropped.
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
	followsReturn: bool,
): u32 {
	let records: u32 = 0;
	let start = from;
	afterReturn = followsReturn;
	while (start < to && records < capacity) {
		if (afterReturn) {
			afterReturn = false;
			if (<u32>load<u8>(base + start) === lineFeed) {
				start++;
				continue;
			}
		}
		const end = cellsOf(base, start, to, last, stride, bounds + ((<usize>records * stride) << 3), u32.MAX_VALUE);
		const ended = end < to;
		if (end === notWhole || (!ended && foundCells < columns)) {
			break;
		}
		if (end > start || columns === 1) {
			store<u32>(places + ((<usize>records) << 3), start);
			store<u32>(places + ((<usize>records) << 3), end, 4);
			store<u8>(faults + records, columns > 0 && foundCells !== columns ? 1 : 0);
			records++;
		}
		afterReturn = ended && <u32>load<u8>(base + end) === carriageReturn;
		start = ended ? end + 1 : end;
	}
	foundRecords = records;
	return start;
}

/** Finds the first `limit` cells of the record at `start`, which is known to be whole before `to`. */
export function locateCsv(base: usize, start: u32, to: u32, stride: u32, bounds: usize, limit: u32): void {
	cellsOf(base, start, to, true, stride, bounds, limit);
}

/** @returns The end of the record that begins at `start`, or `notWhole`. */
function cellsOf(base: usize, start: u32, to: u32, last: bool, stride: u32, row: usize, limit: u32): u32 {
	const rowEnd = row + ((<usize>stride) << 3);
	let slot = row;
	let cells: u32 = 0;
	let index = start;
	while (true) {
		let from = index;
		let end: u32;
		if (index < to && <u32>load<u8>(base + index) === quote) {
			// Where the value's first quote is that is not one of two.
			let closing = index + 1;
			let doubled = false;
			while (true) {
				closing = quoteAt(base, closing, to);
				if (closing === to) {
					return notWhole;
				}
				if (closing + 1 < to && <u32>load<u8>(base + closing + 1) === quote) {
					doubled = true;
					closing += 2;
				} else {
					break;
				}
			}
			index = closing + 1;
			if (index === to && !last) {
				return notWhole;
			}
			if (index < to && !endsValue(load<u8>(base + index))) {
				index = endOfValue(base, index, to);
				end = ~index;
			} else if (doubled) {
				end = ~index;
			} else {
				from++;
				end = closing;
			}
		} else {
			index = endOfValue(base, index, to);
			end = index;
		}
		if (index === to && !last) {
			return notWhole;
		}
		cells++;
		if (slot < rowEnd) {
			store<u32>(slot, from);
			store<u32>(slot, end, 4);
			slot += 8;
		}
		if (index === to || <u32>load<u8>(base + index) !== comma || cells === limit) {
			break;
		}
		index++;
	}
	foundCells = cells;
	if (slot < rowEnd) {
		memory.fill(slot, 0, rowEnd - slot);
	}
	return index;
}

function endsValue(byte: u32): bool {
	return byte === comma || byte === lineFeed || byte === carriageReturn;
}

function endOfValue(base: usize, start: u32, to: u32): u32 {
	for (let index = start; index < to; index += 16) {
		const bytes = v128.load(base + index);
		const ends = v128.or(
			i8x16.eq(bytes, i8x16.splat(<i8>comma)),
			v128.or(i8x16.eq(bytes, i8x16.splat(<i8>lineFeed)), i8x16.eq(bytes, i8x16.splat(<i8>carriageReturn))),
		);
		const mask = i8x16.bitmask(ends);
		if (mask !== 0) {
			return min(index + ctz(mask), to);
		}
	}
	return to;
}

function quoteAt(base: usize, start: u32, to: u32): u32 {
	for (let index = start; index < to; index += 16) {
		const mask = i8x16.bitmask(i8x16.eq(v128.load(base + index), i8x16.splat(<i8>quote)));
		if (mask !== 0) {
			return min(index + ctz(mask), to);
		}
	}
	return to;
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
