import type { ColumnKind } from '../../../shared/results';
import { comparedPart, comparedText, type Part } from './comparedText';
import { batchCharacters, batchTexts, GuardedPattern } from './guardedPattern';
import { TextSearch } from './textSearch';
import { type ColumnFilter, valueTest } from './valueTest';

/** A filter over the values of a column that are visited one after another. */
export interface CellTester {
	readonly visit: (number: number, bytes: Buffer, start: number, end: number) => void;
	/** The pass is over. */
	readonly end: () => void;
}

/** @param keep Called for each record that passes, in their order. */
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
			const part: Part = { bytes: Buffer.alloc(0), start: 0, end: 0 };
			return tester((bytes, start, end) => {
				comparedPart(bytes, start, end, part);
				const candidates = byLength.get(part.end - part.start) ?? [];
				return candidates.some((value) => value.compare(part.bytes, part.start, part.end) === 0) === wanted;
			}, keep);
		}
		default: {
			const test = valueTest(filter, kind);
			return tester((bytes, start, end) => test(bytes.toString('utf8', start, end)), keep);
		}
	}
}

function tester(test: (bytes: Buffer, start: number, end: number) => boolean, keep: (number: number) => void) {
	return {
		visit: (number: number, bytes: Buffer, start: number, end: number) => {
			if (test(bytes, start, end)) {
				keep(number);
			}
		},
		end: () => {},
	};
}

/** Gathers texts, since each call of the expression's watch takes longer than most texts. */
function patternTester(pattern: string, keep: (number: number) => void): CellTester {
	const guarded = new GuardedPattern(pattern);
	let texts: string[] = [];
	let numbers: number[] = [];
	let characters = 0;
	const end = () => {
		for (const [index, matches] of guarded.test(texts).entries()) {
			if (matches === 1) {
				keep(numbers[index] ?? 0);
			}
		}
		texts = [];
		numbers = [];
		characters = 0;
	};
	const visit: CellTester['visit'] = (number, bytes, start, stop) => {
		const text = bytes.toString('utf8', start, stop);
		texts.push(text);
		numbers.push(number);
		characters += text.length;
		if (texts.length === batchTexts || characters > batchCharacters) {
			end();
		}
	};
	return { visit, end };
}
