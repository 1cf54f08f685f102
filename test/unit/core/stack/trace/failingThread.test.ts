import assert from 'node:assert/strict';
import { parseTrace } from '../../../../../src/core/stack/parse/parseTrace';
import { failingThread } from '../../../../../src/core/stack/trace/failingThread';

const offsetsIn = (text: string) => failingThread(parseTrace(text)).frames.map(({ image }) => image?.offset);
const line = (indentation: number, count: number, offset: number) =>
	`${' '.repeat(indentation)}${count}  ??? (Shop + ${offset}) [0x102abdf78]`;
const text = (...lines: readonly string[]) => lines.join('\n');

describe('call stack derived from a sampled call graph', () => {
	it('call stack consists of the functions with the most samples, innermost first', () => {
		assert.deepEqual(
			offsetsIn(text(line(2, 9, 1), line(4, 3, 2), line(6, 3, 3), line(4, 6, 4), line(6, 2, 5), line(6, 4, 6))),
			[6, 4, 1],
		);
	});

	it('call stack contains the first of several functions with equal numbers of samples', () => {
		assert.deepEqual(offsetsIn(text(line(2, 9, 1), line(4, 3, 2), line(4, 3, 3))), [2, 1]);
	});

	it('call stack begins at the root with the most samples', () => {
		assert.deepEqual(offsetsIn(text(line(2, 1, 1), line(4, 1, 2), line(2, 5, 3), line(4, 5, 4))), [4, 3]);
	});

	it('call stack consists of all functions if the report lists only one stack', () => {
		const stack = [line(2, 9, 2), line(2, 9, 3), line(2, 7, 4)];
		assert.deepEqual(offsetsIn(text(line(2, 9, 1), ...stack)), [4, 3, 2, 1]);
		assert.deepEqual(offsetsIn(text(line(0, 9, 1), ...stack)), [4, 3, 2, 1]);
	});

	it('call stack omits frames in the kernel', () => {
		assert.deepEqual(offsetsIn(text(line(2, 9, 1), line(4, 9, 2), ` *${line(2, 9, 3).trim()}`)), [2, 1]);
	});
});
