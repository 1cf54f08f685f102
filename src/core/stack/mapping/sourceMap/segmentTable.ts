import { comma, semicolon } from '../../../../shared/ascii';
import type { CooperativeTask } from '../../../common/cooperativeTask';
import { partitionPoint } from '../../../common/sorting';
import { VlqReader } from './vlq';

const stepLength = 16 * 1024;

/** Maximum number of segments in a line that isn't sorted. Known tools never write longer unsorted lines. */
const maxUnsorted = 100_000;

/** Maps a position in a bundle to a position in a source file. All numbers are zero-based. */
export interface Segment {
	readonly column: number;
	/** Index of the source, or -1 if this position has no source. */
	readonly source: number;
	readonly sourceLine: number;
	readonly sourceColumn: number;
}

const fields = 4;

/** Decoded mappings. They use 16 bytes per segment, which is much less than objects would use. */
export class SegmentTable {
	/** @param firstOfLine Index of the first segment of each line. The last element is the total number of segments. */
	constructor(
		private readonly numbers: Int32Array,
		private readonly firstOfLine: Uint32Array,
	) {}

	get memory(): number {
		return this.numbers.byteLength + this.firstOfLine.byteLength;
	}

	/** Returns the range of indexes of the segments in a zero-based line. The end of the range is exclusive. */
	getRange(line: number): { readonly start: number; readonly end: number } {
		return { start: this.firstOfLine[line] ?? 0, end: this.firstOfLine[line + 1] ?? 0 };
	}

	segment(index: number): Segment {
		const at = index * fields;
		const { numbers } = this;
		return {
			column: numbers[at] ?? 0,
			source: numbers[at + 1] ?? -1,
			sourceLine: numbers[at + 2] ?? 0,
			sourceColumn: numbers[at + 3] ?? 0,
		};
	}

	/**
	 * Returns the segment that contains the column. If several segments start at the same column, returns the first one.
	 */
	find(line: number, column: number): Segment | undefined {
		const { start, end } = this.getRange(line);
		const behind = this.firstBehind(start, end, column);
		if (behind === start) {
			return undefined;
		}
		const exact = this.numbers[(behind - 1) * fields] === column;
		return this.segment(exact ? this.firstBehind(start, behind, column - 1) : behind - 1);
	}

	hasOneSourceLine(line: number): boolean {
		const { start, end } = this.getRange(line);
		const { numbers } = this;
		for (let at = (start + 1) * fields; at < end * fields; at += fields) {
			if (numbers[at + 1] !== numbers[start * fields + 1] || numbers[at + 2] !== numbers[start * fields + 2]) {
				return false;
			}
		}
		return true;
	}

	private firstBehind(start: number, end: number, column: number): number {
		return partitionPoint(start, end, (index) => (this.numbers[index * fields] ?? 0) <= column);
	}
}

interface MappingCounts {
	readonly lines: number;
	readonly segments: number;
}

export function* countMappings(text: Uint8Array): CooperativeTask<MappingCounts> {
	let lines = 1;
	let segments = 0;
	let inSegment = false;
	const { length } = text;
	for (let index = 0; index < length; index++) {
		const code = text[index];
		lines += Number(code === semicolon);
		const separates = code === comma || code === semicolon;
		segments += Number(!separates && !inSegment);
		inSegment = !separates;
		if (index % stepLength === stepLength - 1) {
			yield;
		}
	}
	return { lines, segments };
}

/** Decodes mappings. Returns undefined if a line is unsorted and too long to sort. */
export function* decodeMappings(
	text: Uint8Array,
	{ lines, segments }: MappingCounts,
): CooperativeTask<SegmentTable | undefined> {
	const numbers = new Int32Array(segments * fields);
	const firstOfLine = new Uint32Array(lines + 1);
	const reader = new VlqReader(text);
	let next = 0;
	let line = 0;
	let [column, source, sourceLine, sourceColumn] = [0, 0, 0, 0];
	let sorted = true;
	let nextTurn = stepLength;
	const { length } = text;
	while (reader.place < length) {
		if (reader.place >= nextTurn) {
			nextTurn = reader.place + stepLength;
			yield;
		}
		const code = text[reader.place];
		if (code === semicolon) {
			if (!sorted && !sortLine(numbers, firstOfLine[line] ?? 0, next)) {
				return undefined;
			}
			line++;
			firstOfLine[line] = next;
			column = 0;
			sorted = true;
		}
		if (code === semicolon || code === comma) {
			reader.place++;
			continue;
		}
		const delta = reader.next();
		sorted &&= delta >= 0;
		column = (column + delta) | 0;
		const at = next * fields;
		numbers[at] = column;
		numbers[at + 1] = -1;
		if (!reader.atEnd) {
			source = (source + reader.next()) | 0;
			sourceLine = (sourceLine + reader.next()) | 0;
			sourceColumn = (sourceColumn + reader.next()) | 0;
			numbers[at + 1] = source;
			numbers[at + 2] = sourceLine;
			numbers[at + 3] = sourceColumn;
		}
		next++;
		// Skips the name index, because lookups do not need it.
		while (!reader.skip(nextTurn)) {
			nextTurn = reader.place + stepLength;
			yield;
		}
	}
	if (!sorted && !sortLine(numbers, firstOfLine[line] ?? 0, next)) {
		return undefined;
	}
	firstOfLine[line + 1] = next;
	return new SegmentTable(numbers, firstOfLine);
}

function sortLine(numbers: Int32Array, start: number, end: number): boolean {
	if (end - start > maxUnsorted) {
		return false;
	}
	const before = numbers.slice(start * fields, end * fields);
	const order = Uint32Array.from({ length: end - start }, (_, index) => index);
	order.sort((a, b) => (before[a * fields] ?? 0) - (before[b * fields] ?? 0) || a - b);
	for (const [index, from] of order.entries()) {
		numbers.set(before.subarray(from * fields, (from + 1) * fields), (start + index) * fields);
	}
	return true;
}
