import { semicolon } from '../../../../shared/ascii';
import { partitionPoint } from '../../../common/sorting';
import type { FunctionMapText } from './sourceMapJson';
import { VlqReader } from './vlq';

const maxStarts = 100_000;

const fields = 3;

/**
 * Function names of a source file in Metro's format: base64 VLQ with the fields column, name, and line. Each number is
 * relative to the previous number in the same field. A semicolon starts a new line, in which the column starts at zero.
 */
export class FunctionMap {
	private readonly names: readonly string[];
	/** One-based line, zero-based column, and name index of each position where a function starts or continues. */
	private readonly starts: Int32Array;

	constructor({ names, mappings }: FunctionMapText) {
		this.names = names;
		this.starts = decodeStarts(mappings);
	}

	/** Returns the function name at a position. The line is one-based, and the column is zero-based. */
	nameAt(line: number, column: number): string | undefined {
		const next = partitionPoint(0, this.starts.length / fields, (index) => {
			const startLine = this.starts[index * fields] ?? 0;
			const startColumn = this.starts[index * fields + 1] ?? 0;
			return startLine < line || (startLine === line && startColumn <= column);
		});
		const name = next === 0 ? undefined : this.names[this.starts[(next - 1) * fields + 2] ?? -1];
		return name === '' ? undefined : name;
	}
}

function decodeStarts(mappings: string): Int32Array {
	const starts: number[] = [];
	const bytes = Buffer.from(mappings, 'latin1');
	const reader = new VlqReader(bytes);
	let line = 1;
	let column = 0;
	let name = 0;
	let lastStart = 0;
	let sorted = true;
	while (reader.place < bytes.length && starts.length < maxStarts * fields) {
		if (reader.atEnd) {
			column = bytes[reader.place] === semicolon ? 0 : column;
			reader.place++;
			continue;
		}
		const columnDelta = reader.next();
		const nameDelta = reader.next();
		const lineDelta = reader.next();
		reader.skip(bytes.length);
		const [lastLine, lastColumn] = [line, lastStart];
		column = (column + columnDelta) | 0;
		name = (name + nameDelta) | 0;
		line = (line + lineDelta) | 0;
		sorted &&= lastLine < line || (lastLine === line && lastColumn <= column);
		lastStart = column;
		starts.push(line, column, name);
	}
	return Int32Array.from(sorted ? starts : inOrder(starts));
}

function inOrder(starts: readonly number[]): number[] {
	const order = Array.from({ length: starts.length / fields }, (_, index) => index * fields);
	order.sort((a, b) => (starts[a] ?? 0) - (starts[b] ?? 0) || (starts[a + 1] ?? 0) - (starts[b + 1] ?? 0) || a - b);
	return order.flatMap((at) => starts.slice(at, at + fields));
}
