import assert from 'node:assert/strict';
import { isProblem } from '../../../../../../src/core/common/errors';
import { GuardedPattern } from '../../../../../../src/core/records/query/values/guardedPattern';
import { TextSearch } from '../../../../../../src/core/records/query/values/textSearch';
import type { RecordFilter } from '../../../../../../src/shared/results';
import { asking, getNumbers, textTable } from '../support/querying';

const same: readonly [text: string, needle: string][] = [
	['CafE\u0301', 'café'],
	['café', 'CAFE\u0301'],
	['ΟΔΟΣ', 'οδός'.normalize('NFC').replace('ό', 'ο')],
	['\u212aelvin', 'KELVIN'],
	['İzmir', 'i\u0307zmir'],
	['a;b', 'A\u037eb'],
	['straße', 'STRASSE'.replace('SS', 'ß')],
	['x', 'X'],
];

const different: readonly [text: string, needle: string][] = [
	['cafe\u0301', 'cafe'],
	['café', 'cafe'],
	['state', 'état'],
	['abc', 'abd'],
];

describe('text search', () => {
	for (const [text, needle] of same) {
		it(`finds ${JSON.stringify(needle)} in ${JSON.stringify(text)}`, () => {
			const search = new TextSearch(needle);
			const bytes = Buffer.from(`<${text}>`);
			assert.ok(search.inText(text));
			assert.ok(search.inBytes(bytes, 1, bytes.length - 1));
		});
	}

	for (const [text, needle] of different) {
		it(`does not find ${JSON.stringify(needle)} in ${JSON.stringify(text)}`, () => {
			const search = new TextSearch(needle);
			const bytes = Buffer.from(`${needle}${text}${needle}`);
			const start = Buffer.byteLength(needle);
			assert.ok(!search.inText(text));
			assert.ok(!search.inBytes(bytes, start, start + Buffer.byteLength(text)));
		});
	}

	it('finds characters that can be encoded in several ways in JSON', () => {
		for (const [needle, writings] of [
			['a/b', ['a/b', 'a\\/b']],
			['a"b', ['a\\"b']],
			['a\\b', ['a\\\\b']],
			['a\nb', ['a\\nb']],
			['abc', ['a\\u0062c']],
		] as const) {
			for (const writing of writings) {
				assert.ok(new TextSearch(needle).candidates('json')?.test(writing), `${needle} in ${writing}`);
			}
		}
		assert.ok(new TextSearch('a"b').candidates('csv')?.test('A""B'));
	});
});

describe('regular expression filters', () => {
	const endless: RecordFilter = { kind: 'matches', column: 0, pattern: '^(a+)+$' };

	for (const store of ['dictionary', 'raw'] as const) {
		it(`stops a regular expression with catastrophic backtracking on values stored as ${store}`, async () => {
			const ask = asking(textTable(store, [['aaaa'], [`${'a'.repeat(100)}!`], ['b']]));
			await assert.rejects(getNumbers(ask, { filters: [endless], sort: [] }), (error) =>
				isProblem(error, 'slowPattern'),
			);
			const view = { filters: [{ ...endless, pattern: '^a+$' }], sort: [] };
			assert.deepEqual(await getNumbers(ask, view), [0], 'the next one is answered');
		});
	}

	it('rejects an invalid regular expression and reports the reason', async () => {
		const ask = asking(textTable('raw', [['a']]));
		const filters: RecordFilter[] = [{ ...endless, pattern: '(' }];
		await assert.rejects(
			getNumbers(ask, { filters, sort: [] }),
			(error) => isProblem(error, 'invalidPattern') && error.problem.reason !== '',
		);
	});

	it('matches a regular expression against very long text', () => {
		assert.deepEqual([...new GuardedPattern('z$').test(['x'.repeat(1_000_000), `${'x'.repeat(1_000_000)}Z`])], [0, 1]);
	});

	it('rejects regular expressions that are too large to compile quickly', () => {
		for (const pattern of [
			'a|'.repeat(200_000),
			'('.repeat(20_000) + ')'.repeat(20_000),
			`(?:${'b{60000}'.repeat(2_000)}){9}`,
		]) {
			assert.throws(
				() => new GuardedPattern(pattern).test(['b']),
				(error: unknown) => isProblem(error, 'slowPattern'),
			);
		}
		assert.deepEqual([...new GuardedPattern('b|'.repeat(1_000)).test(['b'])], [1]);
	});
});
