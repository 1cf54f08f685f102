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
/** Every letter 7 pixels, every digit but 0 less, as in a font without figures of one width. */
const widths = {
	title: (text: string) => text.length * 8,
	cell: (text: string) => text.replace(/[1-9]/g, '').length * 7 + (text.match(/[1-9]/g)?.length ?? 0) * 4,
};
const fitted = (columns: readonly GridColumn[], texts: Readonly<Record<number, readonly string[]>>) =>
	withFirstWidths(columns, (id) => texts[id], widths).map(({ width }) => width);

describe('First widths of columns', () => {
	it('fit the header and all of the first texts, digits as wide as they may be', () => {
		const long = column(1, { title: 'analytics_device_id' });
		assert.deepEqual(fitted([column(0), long], { 0: ['a', '11111111111111111111'], 1: ['7'] }), [160, 200]);
	});

	it('are neither too narrow to type into nor so wide that nothing is beside them', () => {
		assert.deepEqual(fitted([column(0), column(1)], { 0: ['a'], 1: ['x'.repeat(5000)] }), [72, 420]);
	});

	it('are only of columns whose width nobody has decided, and whose records are there', () => {
		const columns = [column(0, { widthFrom: 'content' }), column(1, { hidden: true }), column(2)];
		const { widthFrom: _, ...chosen } = column(3);
		const all = [...columns, chosen];
		assert.equal(
			withFirstWidths(all, (id) => (id === 2 ? undefined : ['a']), widths),
			all,
		);
		const later = withFirstWidths(all, () => ['a'], widths);
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
