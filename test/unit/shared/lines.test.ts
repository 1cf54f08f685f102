import assert from 'node:assert/strict';
import { getLines, splitLines } from '../../../src/shared/lines';

describe('splitting text into lines', () => {
	const cases: readonly (readonly [text: string, lines: readonly string[], starts: readonly number[]])[] = [
		['', [''], [0]],
		['a', ['a'], [0]],
		['a\nb\n', ['a', 'b', ''], [0, 2, 4]],
		['a\r\nb\rc\nd', ['a', 'b', 'c', 'd'], [0, 3, 5, 7]],
		['\r\n\n\r', ['', '', '', ''], [0, 2, 3, 4]],
		['a\u2028b\vc', ['a\u2028b\vc'], [0]],
	];
	for (const [text, lines, starts] of cases) {
		it(`splits text into the same lines as an editor: ${JSON.stringify(text)}`, () => {
			assert.deepEqual(splitLines(text), lines);
			assert.deepEqual(
				[...getLines(text)],
				lines.map((line, index) => ({ line, start: starts[index] })),
			);
		});
	}
});
