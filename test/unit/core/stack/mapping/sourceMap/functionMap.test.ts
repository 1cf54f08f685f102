import assert from 'node:assert/strict';
import { FunctionMap } from '../../../../../../src/core/stack/mapping/sourceMap/functionMap';
import { measured } from '../../../../../support/measured';
import { assertGrowsWithSize } from '../support/growth';
import { encodeVlq } from '../support/vlq';

describe('function map of a source map', () => {
	const functions = new FunctionMap({
		names: ['<global>', 'load', 'load.then$argument_0', ''],
		// Line 1: <global>. Line 3: `load` from column 2. Line 5: the callback from column 10. Line 7: no function known.
		mappings: `${encodeVlq([0, 0, 0])};${encodeVlq([2, 1, 2])};${encodeVlq([10, 1, 2])};${encodeVlq([0, 1, 2])}`,
	});

	it('returns the name of the last function that starts before a position', () => {
		const names = [
			[1, 0],
			[3, 1],
			[3, 2],
			[4, 0],
			[5, 9],
			[5, 10],
			[6, 0],
		].map(([line = 0, column = 0]) => functions.nameAt(line, column));
		assert.deepEqual(names, [
			'<global>',
			'<global>',
			'load',
			'load',
			'load',
			'load.then$argument_0',
			'load.then$argument_0',
		]);
	});

	it('returns no name for a position before the first function or in an unnamed function', () => {
		assert.equal(functions.nameAt(0, 0), undefined);
		assert.equal(functions.nameAt(7, 1), undefined);
		assert.equal(new FunctionMap({ names: [], mappings: '' }).nameAt(1, 1), undefined);
	});

	measured('decodes a function map in time proportional to its size', () => {
		assertGrowsWithSize(
			(size) => () => new FunctionMap({ names: ['a'], mappings: 'KAA,'.repeat(size) }).nameAt(1, 1),
			20_000,
		);
		assertGrowsWithSize(
			(size) => () => new FunctionMap({ names: ['a'], mappings: 'z'.repeat(size) }).nameAt(1, 1),
			20_000,
		);
	});
});
