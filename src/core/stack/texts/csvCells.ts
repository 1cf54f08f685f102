import { carriageReturn, comma, lineFeed, quote } from '../../common/ascii';

/** A cell of a CSV text. */
interface CsvCell {
	/** Without quotes. */
	readonly value: string;
	/** From an offset in `value` to the offset in the text. */
	readonly sourceOffset: (offset: number) => number;
}

/**
 * The cells of a CSV text as RFC 4180 has them, quoted or not, in one pass; like the scanner of exports it opens quotes
 * at the start of a value only. A quote that is never closed ends with the text.
 *
 * Beside `CsvSource`, which reads bytes: links are in the characters of a document, so places in bytes would have to be
 * counted back, and there are no columns and no records to find.
 * @param least Shorter cells are left out (characters, with quotes).
 */
export function* csvCells(text: string, least: number): Iterable<CsvCell> {
	let index = text.charCodeAt(0) === 0xfeff ? 1 : 0;
	while (index < text.length) {
		const start = index;
		const quoted = text.charCodeAt(index) === quote;
		const doubled: number[] = [];
		if (quoted) {
			index = quotedEnd(text, index + 1, doubled);
		}
		const close = index;
		while (index < text.length && !isSeparator(text.charCodeAt(index))) {
			index++;
		}
		if (index - start >= least) {
			yield quoted ? quotedCell(text, start + 1, close, doubled) : plainCell(text, start, index);
		}
		index++;
	}
}

/** @param doubled Takes the offsets of the second quote of each pair. @returns the offset of the closing quote. */
function quotedEnd(text: string, start: number, doubled: number[]): number {
	let index = text.indexOf('"', start);
	while (index !== -1 && text.charCodeAt(index + 1) === quote) {
		doubled.push(index + 1);
		index = text.indexOf('"', index + 2);
	}
	return index === -1 ? text.length : index;
}

function isSeparator(code: number): boolean {
	return code === comma || code === lineFeed || code === carriageReturn;
}

function plainCell(text: string, start: number, end: number): CsvCell {
	return { value: text.slice(start, end), sourceOffset: (offset) => start + offset };
}

/** What follows the closing quote belongs to no value that a person reads, and is left out. */
function quotedCell(text: string, start: number, end: number, doubled: readonly number[]): CsvCell {
	const value = text.slice(start, end);
	return doubled.length === 0
		? { value, sourceOffset: (offset) => start + offset }
		: {
				value: value.replaceAll('""', '"'),
				sourceOffset: (offset) => start + offset + before(doubled, start + offset),
			};
}

/**
 * How many quotes were taken away before a place.
 * @param place The offset as if none had been.
 */
function before(doubled: readonly number[], place: number): number {
	let low = 0;
	let high = doubled.length;
	while (low < high) {
		const middle = (low + high) >> 1;
		if ((doubled[middle] ?? 0) - middle <= place) {
			low = middle + 1;
		} else {
			high = middle;
		}
	}
	return low;
}
