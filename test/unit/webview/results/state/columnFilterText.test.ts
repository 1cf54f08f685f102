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

describe('column filter syntax', () => {
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
		['>14', integer, { kind: 'range', column: 2, from: '14', fromOpen: true }],
		['< 2.10', version, { kind: 'range', column: 2, to: '2.10', toOpen: true }],
		['>=3 and <9', integer, { kind: 'range', column: 2, from: '3', to: '9', toOpen: true }],
		['>3 && <=9', integer, { kind: 'range', column: 2, from: '3', to: '9', fromOpen: true }],
		['>=2.3 <2.10', version, { kind: 'range', column: 2, from: '2.3', to: '2.10', toOpen: true }],
		['<9 >3', integer, { kind: 'range', column: 2, from: '3', to: '9', fromOpen: true, toOpen: true }],
		['>14', text, { kind: 'range', column: 2, from: '14', fromOpen: true }],
		['<init>', text, { kind: 'contains', column: 2, text: '<init>' }],
		['>2026-11-19', time, { kind: 'range', column: 2, from: '1795132800' }],
		['<2026-11-19', time, { kind: 'range', column: 2, to: '1795046399' }],
		['>many', integer, 'number'],
		['= =14', text, { kind: 'oneOf', column: 2, values: ['=14'] }],
	];
	for (const [typed, column, expected] of cases) {
		it(`parses the filter "${typed}" for a column of kind ${column.kind}`, () => {
			assert.deepEqual(read(typed, column), expected);
		});
	}

	it('formats every filter as text that parses to the same filter', () => {
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
			[{ kind: 'range', column: 2, from: '2.3', to: '2.4.1', toOpen: true }, version],
			[{ kind: 'range', column: 2, from: '14', fromOpen: true }, text],
			[{ kind: 'range', column: 2, from: '3', to: '9' }, text],
			[{ kind: 'contains', column: 2, text: '>14' }, text],
			[{ kind: 'contains', column: 2, text: 'a|b' }, text],
			[{ kind: 'contains', column: 2, text: '"a"' }, text],
			[{ kind: 'oneOf', column: 2, values: ['=14'] }, text],
			[{ kind: 'oneOf', column: 2, values: ['a|b'] }, text],
			[{ kind: 'range', column: 2, from: '1795082400', to: '1795082459' }, time],
		];
		for (const [filter, column] of filters) {
			const shown = columnFilterText(filter, column);
			assert.deepEqual(shown === undefined ? undefined : read(shown, column), filter, shown);
		}
	});

	it('returns no text for a filter whose text would be parsed as a different filter', () => {
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

	it('searches literally for text that uses the syntax of other query languages', () => {
		const ordinary = [
			...[
				'cart',
				'java.lang.Error',
				'com.a.B$C',
				'a, b',
				'null',
				'<init>',
				'<unknown>',
				'/usr/lib',
				'a-b',
				'v2',
				"it's",
			],
			...['a|b', 'Cart*', '"cart"', 'NOT cart', 'cart OR search', '(empty)', '^java', '!cart'],
			...['10.0.2.15', 'C:\\dir', 'a.b(C.kt:17)', '[x]', '{"a": 1}', '100%', 'a & b', '-1', 'a=b', 'std::vector<int>'],
		];
		for (const typed of ordinary) {
			assert.deepEqual(parseColumnFilter(typed, 2, text), {
				kind: 'filter',
				filter: { kind: 'contains', column: 2, text: typed },
			});
		}
	});

	it('returns no text for a filter that does not fit on one line', () => {
		assert.equal(columnFilterText({ kind: 'oneOf', column: 2, values: ['a', 'b'] }, text), undefined);
		assert.equal(columnFilterText({ kind: 'broken' }, text), undefined);
	});
});
