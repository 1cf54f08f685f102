import assert from 'node:assert/strict';
import type { Column, RecordFilter } from '../../../../../src/shared/results';
import { describeFilter } from '../../../../../src/webview/common/format/describeFilter';
import { createFormats } from '../../../../../src/webview/common/format/formats';
import { createTranslate } from '../../../../../src/webview/common/format/translate';
import { groupKeyOfText } from '../../../core/stack/support/groupKeyOfText';

const t = createTranslate({});
const formats = createFormats('en', 'UTC', t);
const columns: readonly Column[] = (['text', 'time', 'integer'] as const).map((kind, index) => ({
	name: `c${index}`,
	kind,
	personal: false,
	meaning: '',
	distinct: undefined,
	empty: 0,
}));

const getKey = (text: string) => groupKeyOfText(text);
const trace =
	'com.acme.FailedException: 7\n\tat com.acme.shop.Cart.sum(Cart.kt:17)\n\tat com.acme.shop.Till.pay(Till.kt:4)';

describe('filter chips', () => {
	const cases: readonly (readonly [RecordFilter, string])[] = [
		[{ kind: 'contains', column: 0, text: 'x {0}' }, 'c0 contains x {0}'],
		[{ kind: 'oneOf', column: 0, values: ["$& $' a"] }, "c0 = $& $' a"],
		[{ kind: 'oneOf', column: 0, values: ['a', ''] }, 'c0 is one of a, (empty)'],
		[{ kind: 'oneOf', column: 0, values: ['a'], not: true }, 'c0 ≠ a'],
		[{ kind: 'range', column: 2, from: '3', to: '5' }, 'c2 from 3 to 5'],
		[{ kind: 'range', column: 2, to: '5' }, 'c2 up to 5'],
		[{ kind: 'empty', column: 0, not: true }, 'c0 is not empty'],
		[{ kind: 'matches', column: 0, pattern: 'a|b' }, 'c0 matches /a|b/'],
		[{ kind: 'anywhere', text: 'x' }, 'any field contains x'],
		[{ kind: 'range', column: 2, from: '3', to: '9', toOpen: true }, 'c2 ≥ 3 · < 9'],
		[{ kind: 'group', key: { kind: 'topFrame' }, values: [''] }, 'top frame = (none)'],
		[{ kind: 'group', key: { kind: 'column', column: 2 }, values: ['7'] }, 'c2 = 7'],
		[{ kind: 'group', key: { kind: 'column', column: 2 }, values: ['7', ''] }, 'c2 is one of 7, (none)'],
		[{ kind: 'group', key: { kind: 'column', column: 2 }, values: ['7'], not: true }, 'c2 ≠ 7'],
		[{ kind: 'group', key: { kind: 'frames' }, values: [''] }, 'frames = (none)'],
		[{ kind: 'group', key: { kind: 'frames' }, values: [getKey(trace)] }, 'frames = FailedException in Cart.sum'],
		[{ kind: 'group', key: { kind: 'frames' }, values: [getKey('a.B: lost 7')] }, 'frames = B: lost <n>'],
		[{ kind: 'group', key: { kind: 'frames' }, values: [getKey('lost 7')] }, 'frames = lost <n>'],
		[{ kind: 'broken' }, 'malformed records '],
	];
	for (const [filter, expected] of cases) {
		it(`describes a filter as "${expected}"`, () => {
			const { subject, predicate } = describeFilter(filter, columns, t, formats);
			assert.equal(`${subject} ${predicate}`, expected);
		});
	}

	it('shows the start and end of a time range in a filter chip', () => {
		const { predicate } = describeFilter(
			{ kind: 'range', column: 1, from: '1795046400', to: '1795057199' },
			columns,
			t,
			formats,
		);
		assert.match(predicate, /^Nov 19, 2026, 00:00\s–\s02:59 UTC$/);
	});

	it('localizes a filter chip to the display language', () => {
		const german = createTranslate({ 'is empty': 'ist leer' });
		assert.equal(describeFilter({ kind: 'empty', column: 0 }, columns, german, formats).predicate, 'ist leer');
	});
});
