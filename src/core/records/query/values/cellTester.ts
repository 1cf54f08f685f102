import { isUtf8 } from 'node:buffer';
import type { ColumnKind } from '../../../../shared/results';
import type { Scheduler } from '../../../common/scheduler';
import { comparedPart, comparedText, type TextPart } from './comparedText';
import { batchCharacters, batchTexts, GuardedPattern } from './guardedPattern';
import { TextSearch } from './textSearch';
import { type ColumnFilter, valueTest } from './valueTest';

interface CellTester {
	readonly visit: (number: number, bytes: Buffer, start: number, end: number) => void;
	/** Reports the matches that were found since the previous call. Undefined if each match is reported immediately. */
	readonly afterPart: ((scheduler: Scheduler) => Promise<void>) | undefined;
}

export function cellTester(filter: ColumnFilter, kind: ColumnKind, keep: (number: number) => void): CellTester {
	switch (filter.kind) {
		case 'matches':
			return patternTester(filter.pattern, keep);
		case 'contains': {
			const search = new TextSearch(filter.text);
			return tester((bytes, start, end) => search.inBytes(bytes, start, end), keep);
		}
		case 'oneOf': {
			const wanted = filter.not !== true;
			const byLength = Map.groupBy(
				filter.values.map((value) => Buffer.from(comparedText(value))),
				({ length }) => length,
			);
			const part: TextPart = { bytes: Buffer.alloc(0), start: 0, end: 0 };
			return tester((bytes, start, end) => {
				comparedPart(bytes, start, end, part);
				const candidates = byLength.get(part.end - part.start) ?? [];
				return candidates.some((value) => value.compare(part.bytes, part.start, part.end) === 0) === wanted;
			}, keep);
		}
		case 'whole': {
			const wanted = Buffer.from(filter.value);
			return tester((bytes, start, end) => isText(wanted, bytes, start, end) !== filter.not, keep);
		}
		default: {
			const test = valueTest(filter, kind);
			return tester((bytes, start, end) => test(bytes.toString('utf8', start, end)), keep);
		}
	}
}

/** Returns true if the bytes are the wanted text. Invalid UTF-8 is compared in the form that users see. */
function isText(wanted: Buffer, bytes: Buffer, start: number, end: number): boolean {
	if (end - start === wanted.length && wanted.compare(bytes, start, end) === 0) {
		return true;
	}
	return !isUtf8(bytes.subarray(start, end)) && wanted.equals(Buffer.from(bytes.toString('utf8', start, end)));
}

function tester(test: (bytes: Buffer, start: number, end: number) => boolean, keep: (number: number) => void) {
	return {
		visit: (number: number, bytes: Buffer, start: number, end: number) => {
			if (test(bytes, start, end)) {
				keep(number);
			}
		},
		afterPart: undefined,
	};
}

/** Tests values in batches, because starting a guarded execution takes longer than most of the tests. */
function patternTester(pattern: string, keep: (number: number) => void): CellTester {
	const guarded = new GuardedPattern(pattern);
	const texts: string[] = [];
	const numbers: number[] = [];
	return {
		visit: (number, bytes, start, end) => {
			texts.push(bytes.toString('utf8', start, end));
			numbers.push(number);
		},
		afterPart: async (scheduler) => {
			for (let from = 0; from < texts.length; ) {
				const to = batchEnd(texts, from);
				for (const [index, matches] of guarded.test(texts.slice(from, to)).entries()) {
					if (matches === 1) {
						keep(numbers[from + index] ?? 0);
					}
				}
				from = to;
				if (scheduler.isYieldDue) {
					await scheduler.yieldNow();
				}
			}
			texts.length = 0;
			numbers.length = 0;
		},
	};
}

function batchEnd(texts: readonly string[], from: number): number {
	let to = from;
	for (let characters = 0; to < texts.length && to - from < batchTexts && characters <= batchCharacters; to++) {
		characters += texts[to]?.length ?? 0;
	}
	return to;
}
