import assert from 'node:assert/strict';
import { linesOf, splitLines } from '../../../src/shared/lines';

describe('Lines of a text', () => {
	const cases: readonly (readonly [text: string, lines: readonly string[], starts: readonly number[]])[] = [
		['', [''], [0]],
		['a', ['a'], [0]],
		['a\nb\n', ['a', 'b', ''], [0, 2, 4]],
		['a\r\nb\rc\nd', ['a', 'b', 'c', 'd'], [0, 3, 5, 7]],
		['\r\n\n\r', ['', '', '', ''], [0, 2, 3, 4]],
		['a\u2028b\vc', ['a\u2028b\vc'], [0]],
	];
	for (const [text, lines, starts] of cases) {
		it(`are those an editor counts: ${JSON.stringify(text)}`, () => {
			assert.deepEqual(splitLines(text), lines);
			assert.deepEqual(
				[...linesOf(text)],
				lines.map((line, index) => ({ line, start: starts[index] })),
			);
		});
	}
});
