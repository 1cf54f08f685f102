import assert from 'node:assert/strict';
import type { Column, RecordFilter } from '../../../../../src/shared/results';
import { createTranslate } from '../../../../../src/webview/common/format/translate';
import { buildFilter, fieldsThatSay } from '../../../../../src/webview/results/column/filterFields';

const t = createTranslate({});
const of = (kind: Column['kind']) => ({
	index: 3,
	column: { name: 'c', kind, personal: false, meaning: '' },
	timeZone: 'UTC',
});

describe('column filter form', () => {
	const said: readonly (readonly [RecordFilter, Column['kind']])[] = [
		[{ kind: 'contains', column: 3, text: ' a ' }, 'text'],
		[{ kind: 'oneOf', column: 3, values: ['a', 'b'] }, 'text'],
		[{ kind: 'oneOf', column: 3, values: ['a'], not: true }, 'version'],
		[{ kind: 'empty', column: 3, not: true }, 'text'],
		[{ kind: 'matches', column: 3, pattern: 'a|b' }, 'text'],
		[{ kind: 'range', column: 3, from: '3' }, 'integer'],
		[{ kind: 'range', column: 3, from: 'a', to: 'b' }, 'text'],
		[{ kind: 'range', column: 3, from: '1795082400', to: '1795082459' }, 'time'],
	];
	for (const [filter, kind] of said) {
		it(`shows a filter in the form and recreates the filter unchanged: ${JSON.stringify(filter)}`, () => {
			const fields = fieldsThatSay(filter, of(kind), t);
			assert.deepEqual(fields && buildFilter(fields, of(kind), t), { kind: 'filter', filter });
		});
	}

	const unsaid: readonly RecordFilter[] = [
		{ kind: 'oneOf', column: 3, values: ['two\nlines'] },
		{ kind: 'oneOf', column: 3, values: ['a', ''] },
		{ kind: 'oneOf', column: 3, values: ['a', 'b '] },
		{ kind: 'contains', column: 3, text: 'a\nb' },
		{ kind: 'sameAs', column: 3, number: 0, beginning: 'a', length: 2_000 },
		{ kind: 'broken' },
	];
	for (const filter of unsaid) {
		it(`does not change a filter that the form can't represent: ${JSON.stringify(filter)}`, () => {
			assert.equal(fieldsThatSay(filter, of('text'), t), undefined);
		});
	}
});
