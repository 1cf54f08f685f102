import type { FunctionMapText } from './sourceMapJson';

/** Where a function, or what is left of the one around it, begins. */
interface FunctionStart {
	/** From 1. */
	readonly line: number;
	/** From 0. */
	readonly column: number;
	readonly name: string;
}

/**
 * Names of the functions of one source, as Metro writes them: base64 VLQ, fields of column, name and line, each relative
 * to the one before. A semicolon begins a line, and with it the columns.
 */
export class FunctionMap {
	private readonly starts: readonly FunctionStart[];

	constructor({ names, mappings }: FunctionMapText) {
		this.starts = decodeStarts(names, mappings);
	}

	/** @param line from 1 @param column from 0 */
	nameAt(line: number, column: number): string | undefined {
		let low = 0;
		let high = this.starts.length;
		while (low < high) {
			const middle = (low + high) >>> 1;
			const start = this.starts[middle];
			if (start && (start.line < line || (start.line === line && start.column <= column))) {
				low = middle + 1;
			} else {
				high = middle;
			}
		}
		const name = this.starts[low - 1]?.name;
		return name === '' ? undefined : name;
	}
}

function decodeStarts(names: readonly string[], mappings: string): FunctionStart[] {
	const starts: FunctionStart[] = [];
	let line = 1;
	let nameIndex = 0;
	for (const lineMappings of mappings.split(';')) {
		let column = 0;
		for (const mapping of lineMappings === '' ? [] : lineMappings.split(',')) {
			const [columnDelta = 0, nameDelta = 0, lineDelta = 0] = decodeVlq(mapping);
			column += columnDelta;
			nameIndex += nameDelta;
			line += lineDelta;
			starts.push({ line, column, name: names[nameIndex] ?? '' });
		}
	}
	// In the order of the source; a broken map may have another.
	return starts.sort((a, b) => a.line - b.line || a.column - b.column);
}

const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Five bits in a digit, the lowest first; the sixth says that there are more, the first of all is the sign. */
function decodeVlq(text: string): number[] {
	const values: number[] = [];
	let value = 0;
	let factor = 1;
	for (const character of text.slice(0, 64)) {
		const digit = digits.indexOf(character);
		if (digit < 0) {
			return values;
		}
		value += (digit & 31) * factor;
		factor *= 32;
		if (digit < 32) {
			const magnitude = Math.floor(value / 2);
			values.push(value % 2 === 1 ? -magnitude : magnitude);
			value = 0;
			factor = 1;
		}
	}
	return values;
}
