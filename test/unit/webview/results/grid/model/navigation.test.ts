import assert from 'node:assert/strict';
import { type GridStep, move } from '../../../../../../src/webview/results/grid/model/navigation';

describe('grid navigation', () => {
	const bounds = { rows: 100, columns: 5, page: 20 };
	const go = (row: number, column: number, step: GridStep, limits = bounds) => {
		const place = move({ row, column }, step, limits);
		return `${place.row}/${place.column}`;
	};

	it('stops the active cell at the edges of the grid', () => {
		assert.equal(go(99, 4, 'down'), '99/4');
		assert.equal(go(99, 4, 'right'), '99/4');
		assert.equal(go(-2, 0, 'up'), '-2/0');
		assert.equal(go(0, 0, 'left'), '0/0');
	});

	it('moves the active cell from records through the filter row to the header', () => {
		assert.equal(go(0, 2, 'up'), '-1/2');
		assert.equal(go(-1, 2, 'up'), '-2/2');
		assert.equal(go(-2, 2, 'down'), '-1/2');
	});

	it('keeps the active cell within the records when moving by page', () => {
		assert.equal(go(10, 2, 'pageUp'), '0/2');
		assert.equal(go(90, 2, 'pageDown'), '99/2');
		assert.equal(go(-2, 2, 'pageUp'), '-2/2');
		assert.equal(go(-2, 2, 'pageDown'), '0/2');
	});

	it('moves to the first cell with gridStart and to the last cell with gridEnd', () => {
		assert.equal(go(50, 2, 'gridStart'), '0/0');
		assert.equal(go(50, 2, 'gridEnd'), '99/4');
		assert.equal(go(-2, 2, 'gridStart'), '0/0');
	});

	it('keeps the active cell in the header and filter rows if there are no records', () => {
		for (const step of ['down', 'pageDown', 'gridEnd', 'gridStart'] as const) {
			assert.match(go(-1, 0, step, { ...bounds, rows: 0 }), /^-1\//, step);
		}
	});
});
