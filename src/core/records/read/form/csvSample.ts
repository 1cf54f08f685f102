import type { Delimiter } from '../../../../shared/results';

export interface Quoting {
	/** Whether a backslash escapes the next character between quotes. */
	readonly backslashEscapes: boolean;
	/** Whether spaces and tabs can occur before an opening quote and after a closing quote. */
	readonly spacedQuotes: boolean;
}

export interface ParsedSample {
	readonly records: readonly (readonly string[])[];
	/** Number of quotes with spaces or tabs between the quote and the nearest delimiter. */
	readonly spaces: number;
	/** Number of cells with text after the closing quote. */
	readonly odd: number;
}

const maxRecords = 21;

/** Parses the first records. Omits the last record if it may be incomplete. */
export function parseSample(text: string, start: number, delimiter: Delimiter, quoting: Quoting): ParsedSample {
	const { backslashEscapes, spacedQuotes } = quoting;
	const records: string[][] = [];
	let cells: string[] = [];
	let [spaces, odd] = [0, 0];
	let at = text[start] === '\ufeff' ? start + 1 : start;
	while (at < text.length && records.length < maxRecords) {
		const opening = blanksEnd(text, at, delimiter);
		const isSpaced = text[opening] === '"' && opening > at;
		spaces += isSpaced ? 1 : 0;
		let value = '';
		let from = at;
		if (text[at] === '"' || (isSpaced && spacedQuotes)) {
			const closing = closingQuote(text, opening, backslashEscapes);
			if (closing === -1) {
				break;
			}
			value = text.slice(opening + 1, closing);
			from = closing + 1;
			const behind = blanksEnd(text, from, delimiter);
			if (!endsCell(text[behind], delimiter)) {
				odd++;
			} else if (behind > from) {
				spaces++;
			}
		}
		const end = cellEnd(text, from, delimiter);
		cells.push(value + text.slice(from, end));
		if (end === text.length) {
			break;
		}
		at = text.startsWith('\r\n', end) ? end + 2 : end + 1;
		if (text[end] !== delimiter) {
			if (cells.length > 1 || cells[0] !== '') {
				records.push(cells);
			}
			cells = [];
		}
	}
	if (records.length === 0 && cells.length > 0) {
		records.push(cells);
	}
	return { records, spaces, odd };
}

function blanksEnd(text: string, start: number, delimiter: Delimiter): number {
	let index = start;
	while (text[index] === ' ' || (text[index] === '\t' && delimiter !== '\t')) {
		index++;
	}
	return index;
}

function endsCell(letter: string | undefined, delimiter: Delimiter): boolean {
	return letter === undefined || letter === delimiter || letter === '\r' || letter === '\n';
}

function cellEnd(text: string, start: number, delimiter: Delimiter): number {
	let index = start;
	while (!endsCell(text[index], delimiter)) {
		index++;
	}
	return index;
}

function closingQuote(text: string, opening: number, backslashEscapes: boolean): number {
	let from = opening + 1;
	for (let index = text.indexOf('"', from); index !== -1; index = text.indexOf('"', from)) {
		const isEscaped = backslashEscapes && hasOddBackslashes(text, from, index);
		if (!isEscaped && text[index + 1] !== '"') {
			return index;
		}
		from = isEscaped ? index + 1 : index + 2;
	}
	return -1;
}

function hasOddBackslashes(text: string, start: number, end: number): boolean {
	let index = end;
	while (index > start && text[index - 1] === '\\') {
		index--;
	}
	return (end - index) % 2 === 1;
}
