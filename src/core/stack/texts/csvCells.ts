import { carriageReturn, comma, lineFeed, quote } from '../../../shared/ascii';
import { partitionPoint } from '../../common/sorting';

interface CsvCell {
	readonly value: string;
	readonly sourceOffset: (offset: number) => number;
}

/** Returns the CSV cells (RFC 4180) with at least `least` characters and their offsets in the text. */
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

/** Returns a quoted cell. Text after the closing quotation mark isn't part of the value, so it is ignored. */
function quotedCell(text: string, start: number, end: number, doubled: readonly number[]): CsvCell {
	const value = text.slice(start, end);
	return doubled.length === 0
		? { value, sourceOffset: (offset) => start + offset }
		: {
				value: value.replaceAll('""', '"'),
				sourceOffset: (offset) => start + offset + before(doubled, start + offset),
			};
}

function before(doubled: readonly number[], place: number): number {
	return partitionPoint(0, doubled.length, (index) => (doubled[index] ?? 0) - index <= place);
}
