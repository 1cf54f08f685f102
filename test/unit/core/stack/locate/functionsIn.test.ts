import assert from 'node:assert/strict';
import { runSynchronously } from '../../../../../src/core/common/cooperativeTask';
import { functionAt } from '../../../../../src/core/lines/sourceFunction';
import { readingFunctions } from '../../../../../src/core/stack/locate/outline/functionsIn';

const kotlin = `package shop

class Cart {
	fun sum(lines: List<Line>): Long {
		fun each(line: Line) {
			check(line)
		}
		lines.forEach(::each)
		return 0
	}
	val total = 1

	abstract fun nothing()
}

fun top() = 1
`;

describe('functions in a source file', () => {
	const functions = runSynchronously(readingFunctions('a/Cart.kt', kotlin));

	it('returns each function that contains code, with its enclosing type and line range', () => {
		const told = functions.map(({ name, type, first, nameLine, last }) => [name, type, first, nameLine, last]);
		assert.deepEqual(
			told.filter(([name]) => name !== 'total'),
			[
				['sum', 'Cart', 4, 4, 10],
				['each', 'Cart', 5, 5, 7],
				['top', '', 16, 16, 16],
			],
		);
	});

	it('returns the innermost function that contains a line', () => {
		const nameAt = (line1: number) => functionAt(functions, line1)?.name;
		assert.deepEqual([1, 4, 6, 8, 16].map(nameAt), [undefined, 'sum', 'each', 'sum', 'top']);
	});

	it('returns no functions for an unknown language or an empty file', () => {
		assert.deepEqual(runSynchronously(readingFunctions('a/notes.txt', kotlin)), []);
		assert.deepEqual(runSynchronously(readingFunctions('a/Cart.kt', '')), []);
	});
});
