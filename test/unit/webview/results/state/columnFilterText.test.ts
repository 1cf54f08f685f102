import assert from 'node:assert/strict';
import type { RecordFilter } from '../../../../../src/shared/results';
import {
	columnFilterText,
	type FilteredColumn,
	parseColumnFilter,
} from '../../../../../src/webview/results/state/columnFilterText';

const text: FilteredColumn = { kind: 'text', timeZone: 'UTC' };
const integer: FilteredColumn = { kind: 'integer', timeZone: 'UTC' };
const version: FilteredColumn = { kind: 'version', timeZone: 'UTC' };
const time: FilteredColumn = { kind: 'time', timeZone: 'UTC' };

function read(typed: string, column: FilteredColumn): RecordFilter | string {
	const parsed = parseColumnFilter(typed, 2, column);
	return parsed.kind === 'filter' ? parsed.filter : parsed.kind === 'fault' ? parsed.fault : 'none';
}

describe('What is typed under a header', () => {
	const cases: readonly (readonly [string, FilteredColumn, RecordFilter | string])[] = [
		['', text, 'none'],
		['  ', text, 'none'],
		['cart', text, { kind: 'contains', column: 2, text: 'cart' }],
		['=14', version, { kind: 'oneOf', column: 2, values: ['14'] }],
		['!= 14', version, { kind: 'oneOf', column: 2, values: ['14'], not: true }],
		['=', text, { kind: 'empty', column: 2 }],
		['!=', text, { kind: 'empty', column: 2, not: true }],
		['/a|b/', text, { kind: 'matches', column: 2, pattern: 'a|b' }],
		['/(/', text, 'expression'],
		['\\=14', text, { kind: 'contains', column: 2, text: '=14' }],
		['>=2.10.0', version, { kind: 'range', column: 2, from: '2.10.0' }],
		['2.3..2.10', version, { kind: 'range', column: 2, from: '2.3', to: '2.10' }],
		['..2.10', version, { kind: 'range', column: 2, to: '2.10' }],
		['a..b', text, { kind: 'contains', column: 2, text: 'a..b' }],
		['>=9007199254740993', integer, { kind: 'range', column: 2, from: '9007199254740993' }],
		['>=many', integer, 'number'],
		['>=2026-11-19', time, { kind: 'range', column: 2, from: '1795046400' }],
		['<=2026-11-19', time, { kind: 'range', column: 2, to: '1795132799' }],
		['2026-11-19 10:00..2026-11-19 10:00', time, { kind: 'range', column: 2, from: '1795082400', to: '1795082459' }],
		['>=2026-02-30', time, 'time'],
		['2026-11', time, { kind: 'contains', column: 2, text: '2026-11' }],
	];
	for (const [typed, column, expected] of cases) {
		it(`"${typed}" in a column of ${column.kind}`, () => {
			assert.deepEqual(read(typed, column), expected);
		});
	}

	it('is what the filter reads as, and the other way round', () => {
		const filters: readonly (readonly [RecordFilter, FilteredColumn])[] = [
			[{ kind: 'contains', column: 2, text: 'cart' }, text],
			[{ kind: 'contains', column: 2, text: '/a/' }, text],
			[{ kind: 'contains', column: 2, text: ' a' }, text],
			[{ kind: 'contains', column: 2, text: '>=3' }, integer],
			[{ kind: 'contains', column: 2, text: '3..' }, integer],
			[{ kind: 'contains', column: 2, text: '\\d' }, text],
			[{ kind: 'oneOf', column: 2, values: ['a b'] }, text],
			[{ kind: 'oneOf', column: 2, values: ['a'], not: true }, text],
			[{ kind: 'empty', column: 2 }, text],
			[{ kind: 'empty', column: 2, not: true }, text],
			[{ kind: 'matches', column: 2, pattern: '^a/b$' }, text],
			[{ kind: 'range', column: 2, from: '3', to: '5' }, integer],
			[{ kind: 'range', column: 2, to: '2.4.1' }, version],
			[{ kind: 'range', column: 2, from: '1795082400', to: '1795082459' }, time],
		];
		for (const [filter, column] of filters) {
			const shown = columnFilterText(filter, column);
			assert.deepEqual(shown === undefined ? undefined : read(shown, column), filter, shown);
		}
	});

	it('is nothing for what a line would read as another filter', () => {
		const misread: readonly (readonly [RecordFilter, FilteredColumn])[] = [
			[{ kind: 'oneOf', column: 2, values: ['two\nlines'] }, text],
			[{ kind: 'oneOf', column: 2, values: ['spaces '] }, text],
			[{ kind: 'oneOf', column: 2, values: [''] }, text],
			[{ kind: 'contains', column: 2, text: 'a\r\nb' }, text],
			[{ kind: 'contains', column: 2, text: 'end ' }, text],
			[{ kind: 'matches', column: 2, pattern: 'a\nb' }, text],
			[{ kind: 'range', column: 2, from: 'a', to: 'b' }, text],
			[{ kind: 'range', column: 2, from: '1.5' }, integer],
			[{ kind: 'sameAs', column: 2, number: 1, beginning: 'a', length: 5_000 }, text],
		];
		for (const [filter, column] of misread) {
			assert.equal(columnFilterText(filter, column), undefined, JSON.stringify(filter));
		}
	});

	it('is nothing for what one line cannot say', () => {
		assert.equal(columnFilterText({ kind: 'oneOf', column: 2, values: ['a', 'b'] }, text), undefined);
		assert.equal(columnFilterText({ kind: 'broken' }, text), undefined);
	});
});
