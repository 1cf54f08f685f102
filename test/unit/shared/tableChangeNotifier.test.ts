import assert from 'node:assert/strict';
import type { Column, TableInfo } from '../../../src/shared/results';
import { TableChangeNotifier, withNews } from '../../../src/shared/tableChangeNotifier';
import { tableInfo } from '../webview/results/support/tableInfo';

describe('incremental updates of table information', () => {
	const first = tableInfo(['a', 'b']);
	const more = (total: number, columns: readonly Column[] = first.columns): TableInfo => ({ ...first, total, columns });

	it('restores the full column information of a table from incremental updates', () => {
		const [a, b] = first.columns as [Column, Column];
		const changeNotifier = new TableChangeNotifier();
		let known: readonly Column[] = [];
		const grown: Column[] = [a, { ...b, kind: 'integer' }, { ...b, name: 'c' }];
		for (const info of [first, more(20), more(30, grown), more(31, grown)]) {
			const heard = withNews(known, JSON.parse(JSON.stringify(changeNotifier.newsOf(info))));
			assert.deepEqual(heard, JSON.parse(JSON.stringify(info)));
			known = heard.columns;
		}
	});

	it('does not resend known columns, and returns the same array if no column changed', () => {
		const [a, b] = first.columns as [Column, Column];
		const changeNotifier = new TableChangeNotifier(first.columns);
		const news = changeNotifier.newsOf(more(20));
		assert.deepEqual(news.changed, []);
		assert.equal(withNews(first.columns, news).columns, first.columns);
		const changed = { ...b, kind: 'integer' } as const;
		assert.deepEqual(changeNotifier.newsOf(more(30, [a, changed])).changed, [{ index: 1, column: changed }]);
	});
});
