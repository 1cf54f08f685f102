import assert from 'node:assert/strict';
import type { Column, TableInfo } from '../../../src/shared/results';
import { TableTeller, withNews } from '../../../src/shared/tableNews';
import { tableInfo } from '../webview/results/support/tableInfo';

describe('What is told of a table', () => {
	const first = tableInfo(['a', 'b']);
	const more = (total: number, columns: readonly Column[] = first.columns): TableInfo => ({ ...first, total, columns });

	it('is all that is known, on the other side', () => {
		const [a, b] = first.columns as [Column, Column];
		const teller = new TableTeller();
		let known: readonly Column[] = [];
		const grown: Column[] = [a, { ...b, kind: 'integer' }, { ...b, name: 'c' }];
		for (const info of [first, more(20), more(30, grown), more(31, grown)]) {
			const heard = withNews(known, JSON.parse(JSON.stringify(teller.newsOf(info))));
			assert.deepEqual(heard, JSON.parse(JSON.stringify(info)));
			known = heard.columns;
		}
	});

	it('is no column that is known already, and its list stays the same one', () => {
		const [a, b] = first.columns as [Column, Column];
		const teller = new TableTeller(first.columns);
		const news = teller.newsOf(more(20));
		assert.deepEqual(news.changed, []);
		assert.equal(withNews(first.columns, news).columns, first.columns);
		const changed = { ...b, kind: 'integer' } as const;
		assert.deepEqual(teller.newsOf(more(30, [a, changed])).changed, [{ index: 1, column: changed }]);
	});
});
