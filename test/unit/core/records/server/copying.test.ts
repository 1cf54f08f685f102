import assert from 'node:assert/strict';
import { AppError } from '../../../../../src/core/common/errors';
import type { ServerViews } from '../../../../../src/core/records/server/dataset/views';
import { copyOnServer } from '../../../../../src/core/records/server/queries/copying';
import { getProblem } from '../../service/expectations';

const never = new AbortController().signal;

describe('copying records from a database', () => {
	/** Creates a view whose records contain only their number. Ranges above `fitting` exceed the size limit. */
	function viewsOf(records: number, fitting: number): { readonly views: ServerViews; readonly ranges: number[] } {
		const ranges: number[] = [];
		const views = {
			dataset: { column: () => ({ name: 'a', text: 'a' }) },
			view: async () => ({ records }),
			selectedAt: async (_view: unknown, start: number, end: number) => {
				if (end - start > fitting) {
					throw new AppError({ kind: 'databaseTooMuch', limit: 'bytes', words: '' });
				}
				ranges.push(end - start);
				return Array.from({ length: end - start }, (_, place) => ['', String(start + place)]);
			},
		};
		return { views: views as unknown as ServerViews, ranges };
	}
	const what = {
		view: { filters: [], sort: [] },
		columns: [0],
		format: 'csv',
		spreadsheetSafe: false,
		header: false,
	} as const;

	it('requests fewer records at a time if their size exceeds the response size limit', async () => {
		const { views, ranges } = viewsOf(3000, 200);
		const text = await copyOnServer(views, { what, limit: 1_000_000 }, never);
		assert.deepEqual(
			text?.trim().split(/\r?\n/),
			Array.from({ length: 3000 }, (_, number) => String(number)),
		);
		assert.equal(ranges[0], 125);
	});

	it('reports an error if a single copied record exceeds the response size limit', async () => {
		const { kind } = await getProblem(copyOnServer(viewsOf(1, 0).views, { what, limit: 1000 }, never));
		assert.equal(kind, 'databaseTooMuch');
	});
});
