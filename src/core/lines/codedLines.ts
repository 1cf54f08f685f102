import { linesOf } from '../../shared/lines';
import { type Steps, stepsPerYield } from '../common/steps';

/** Characters of a line that tell it from others of its kind. */
const minTelling = 4;
/** Nobody formats longer lines (characters). */
const maxFormatted = 10_000;

/** The lines of two texts as numbers: those that differ in nothing but spaces have the same. */
export interface CodedLines {
	readonly before: Int32Array;
	readonly after: Int32Array;
	/** How often each number is among those before, and after. */
	readonly timesBefore: Int32Array;
	readonly timesAfter: Int32Array;
	/** By the number, 1 where the line is more than brackets, blanks and a word such as `end`. */
	readonly telling: Uint8Array;
}

/** The lines of a text without their ends. Undefined when it took too long. */
export function* readingLines(text: string): Steps<readonly string[] | undefined> {
	const lines: string[] = [];
	for (const { line } of linesOf(text)) {
		lines.push(line);
		if (lines.length % stepsPerYield === 0 && (yield)) {
			return undefined;
		}
	}
	return lines;
}

/** Undefined when it took too long. */
export function* codingLines(before: readonly string[], after: readonly string[]): Steps<CodedLines | undefined> {
	const codes = new Map<string, number>();
	const coded: Int32Array[] = [];
	const telling: number[] = [];
	for (const lines of [before, after]) {
		const own = new Int32Array(lines.length);
		for (const [index, line] of lines.entries()) {
			const bare = withoutSpaces(line);
			const code = codes.get(bare) ?? codes.size;
			if (code === codes.size) {
				codes.set(bare, code);
				telling.push(isTelling(bare) ? 1 : 0);
			}
			own[index] = code;
			if (index % stepsPerYield === 0 && (yield)) {
				return undefined;
			}
		}
		coded.push(own);
	}
	const [first = new Int32Array(), second = new Int32Array()] = coded;
	return {
		before: first,
		after: second,
		timesBefore: timesOf(first, codes.size),
		timesAfter: timesOf(second, codes.size),
		telling: Uint8Array.from(telling),
	};
}

function timesOf(codes: Int32Array, size: number): Int32Array {
	const times = new Int32Array(size);
	for (const code of codes) {
		times[code] = (times[code] ?? 0) + 1;
	}
	return times;
}

/** What a formatter does not change. */
function withoutSpaces(line: string): string {
	return line.length > maxFormatted ? line : line.replace(/\s+/g, '');
}

/** Whether a line is more than what says nothing about another one like it. */
export function isTelling(line: string): boolean {
	let telling = 0;
	for (const [character] of line.matchAll(/[\p{L}\p{N}]/gu)) {
		telling += character.length;
		if (telling >= minTelling) {
			return true;
		}
	}
	return false;
}
