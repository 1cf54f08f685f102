import assert from 'node:assert/strict';
import { atOnce } from '../../../../../src/core/common/steps';
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

describe('Functions in a source', () => {
	const functions = atOnce(readingFunctions('a/Cart.kt', kotlin));

	it('are those with code, with the type around them and their lines', () => {
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

	it('are found around a line, the innermost', () => {
		const nameAt = (line1: number) => functionAt(functions, line1)?.name;
		assert.deepEqual([1, 4, 6, 8, 16].map(nameAt), [undefined, 'sum', 'each', 'sum', 'top']);
	});

	it('are none where the language is not known, or there is no text', () => {
		assert.deepEqual(atOnce(readingFunctions('a/notes.txt', kotlin)), []);
		assert.deepEqual(atOnce(readingFunctions('a/Cart.kt', '')), []);
	});
});
