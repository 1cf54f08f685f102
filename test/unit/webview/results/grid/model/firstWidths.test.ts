import assert from 'node:assert/strict';
import { withFirstWidths } from '../../../../../../src/webview/results/grid/model/firstWidths';
import type { GridColumn } from '../../../../../../src/webview/results/grid/model/types';

const column = (id: number, over: Partial<GridColumn> = {}): GridColumn => ({
	id,
	title: `c${id}`,
	description: '',
	filterHint: '',
	align: 'start',
	width: 150,
	widthFrom: 'default',
	hidden: false,
	pinned: false,
	...over,
});
/** Every letter is 7 pixels wide and every digit except 0 is narrower, as in a font without tabular figures. */
const widths = {
	title: (text: string) => text.length * 8,
	cell: (text: string) => text.replace(/[1-9]/g, '').length * 7 + (text.match(/[1-9]/g)?.length ?? 0) * 4,
};
const fitted = (
	columns: readonly GridColumn[],
	texts: Readonly<Record<number, readonly string[]>>,
	room = Number.POSITIVE_INFINITY,
) => withFirstWidths(columns, (id) => texts[id], widths, room).map(({ width }) => width);

describe('initial column widths', () => {
	it('fits a column to its header and first values, using the maximum width of digits', () => {
		const long = column(1, { title: 'analytics_device_id' });
		assert.deepEqual(fitted([column(0), long], { 0: ['a', '11111111111111111111'], 1: ['7'] }), [160, 200]);
	});

	it('limits initial column widths to leave space for a filter input and other columns', () => {
		assert.deepEqual(fitted([column(0), column(1)], { 0: ['a'], 1: ['x'.repeat(5000)] }), [72, 420]);
	});

	describe('initial column widths next to a long text column when space is limited', () => {
		const time = column(0, { title: 'error_datetime' });
		const name = column(1, { title: 'error_name' });
		const texts = {
			0: ['2026-11-15 00:11:17'],
			1: ['UnsupportedOperationException in kotlinx'],
			2: ['x'.repeat(5000)],
			3: ['9.9.9'],
		};
		const columns = [time, name, column(2), column(3)];

		it('fits the other columns to their content while part of the long text remains readable', () => {
			assert.deepEqual(fitted(columns, texts, 880), [160, 300, 420, 72]);
			assert.deepEqual(fitted(columns, texts, 800), [160, 300, 340, 72]);
		});

		it('shrinks columns as long as names remain distinguishable, but never columns with times or numbers', () => {
			assert.deepEqual(fitted(columns, texts, 700), [160, 240, 300, 72]);
			assert.deepEqual(fitted(columns, texts, 625), [160, 165, 300, 72]);
			assert.deepEqual(fitted(columns, texts, 500), [160, 160, 300, 72]);
		});

		it('does not shrink columns if the long text column would still be out of view', () => {
			assert.deepEqual(fitted(columns, texts, 379), [160, 300, 420, 72]);
		});

		it('ignores hidden columns when setting initial column widths', () => {
			const hidden = column(9, { title: 'x'.repeat(99), hidden: true });
			assert.deepEqual(fitted([time, hidden, name, column(2)], texts, 800), [160, 150, 300, 340]);
			const decided = { ...name, width: 500, widthFrom: 'content' } as const;
			assert.deepEqual(fitted([time, decided, column(2)], texts, 800), [160, 500, 300]);
		});
	});

	it('sets the initial width of a column once its records are loaded, unless the user resized the column', () => {
		const columns = [column(0, { widthFrom: 'content' }), column(1, { hidden: true }), column(2)];
		const { widthFrom: _, ...chosen } = column(3);
		const all = [...columns, chosen];
		assert.equal(
			withFirstWidths(all, (id) => (id === 2 ? undefined : ['a']), widths, 1000),
			all,
		);
		const later = withFirstWidths(all, () => ['a'], widths, 1000);
		assert.deepEqual(
			later.map(({ width, widthFrom }) => [width, widthFrom]),
			[
				[150, 'content'],
				[150, 'default'],
				[72, 'content'],
				[150, undefined],
			],
		);
	});
});
