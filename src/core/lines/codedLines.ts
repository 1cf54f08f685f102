import { getLines } from '../../shared/lines';
import { type CooperativeTask, itemsPerYield } from '../common/cooperativeTask';

/** Minimum number of letters or digits in a significant line. */
const minDistinctive = 4;
/** Maximum length, in characters, of a line whose white space is ignored. Formatters don't produce longer lines. */
const maxFormattedLength = 10_000;

/** Lines of two versions of a text, as numeric codes. Lines that differ only in white space have the same code. */
export interface CodedLines {
	readonly before: Int32Array;
	readonly after: Int32Array;
	readonly timesBefore: Int32Array;
	readonly timesAfter: Int32Array;
	/** For each code, 1 if the line contains more than brackets, white space, and a keyword like `end`, otherwise 0. */
	readonly distinctive: Uint8Array;
}

export function* readingLines(text: string): CooperativeTask<readonly string[] | undefined> {
	const lines: string[] = [];
	for (const { line } of getLines(text)) {
		lines.push(line);
		if (lines.length % itemsPerYield === 0 && (yield)) {
			return undefined;
		}
	}
	return lines;
}

/** Assigns codes to the lines of both versions. Returns undefined if the time budget is exhausted. */
export function* codingLines(
	before: readonly string[],
	after: readonly string[],
): CooperativeTask<CodedLines | undefined> {
	const codes = new Map<string, number>();
	const coded: Int32Array[] = [];
	const distinctive: number[] = [];
	for (const lines of [before, after]) {
		const own = new Int32Array(lines.length);
		for (const [index, line] of lines.entries()) {
			const bare = withoutSpaces(line);
			const code = codes.get(bare) ?? codes.size;
			if (code === codes.size) {
				codes.set(bare, code);
				distinctive.push(isDistinctive(bare) ? 1 : 0);
			}
			own[index] = code;
			if (index % itemsPerYield === 0 && (yield)) {
				return undefined;
			}
		}
		coded.push(own);
	}
	const [first = new Int32Array(), second = new Int32Array()] = coded;
	return {
		before: first,
		after: second,
		timesBefore: getTimes(first, codes.size),
		timesAfter: getTimes(second, codes.size),
		distinctive: Uint8Array.from(distinctive),
	};
}

function getTimes(codes: Int32Array, size: number): Int32Array {
	const times = new Int32Array(size);
	for (const code of codes) {
		times[code] = (times[code] ?? 0) + 1;
	}
	return times;
}

function withoutSpaces(line: string): string {
	return line.length > maxFormattedLength ? line : line.replace(/\s+/g, '');
}

export function isDistinctive(line: string): boolean {
	let distinctive = 0;
	for (const [character] of line.matchAll(/[\p{L}\p{N}]/gu)) {
		distinctive += character.length;
		if (distinctive >= minDistinctive) {
			return true;
		}
	}
	return false;
}
