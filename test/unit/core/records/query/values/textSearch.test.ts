import assert from 'node:assert/strict';
import { isProblem } from '../../../../../../src/core/common/errors';
import { GuardedPattern } from '../../../../../../src/core/records/query/values/guardedPattern';
import { TextSearch } from '../../../../../../src/core/records/query/values/textSearch';
import type { RecordFilter } from '../../../../../../src/shared/results';
import { asking, numbersOf, textTable } from '../support/asking';

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

describe('Text search', () => {
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

	it('finds what JSON may write in more than one way', () => {
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

describe('Regular expressions', () => {
	const endless: RecordFilter = { kind: 'matches', column: 0, pattern: '^(a+)+$' };

	for (const store of ['dictionary', 'raw'] as const) {
		it(`that backtrack without end are stopped, over values kept as ${store}`, async () => {
			const ask = asking(textTable(store, [['aaaa'], [`${'a'.repeat(100)}!`], ['b']]));
			const started = performance.now();
			await assert.rejects(numbersOf(ask, { filters: [endless], sort: [] }), (error) =>
				isProblem(error, 'slowPattern'),
			);
			assert.ok(performance.now() - started < 20_000);
			const view = { filters: [{ ...endless, pattern: '^a+$' }], sort: [] };
			assert.deepEqual(await numbersOf(ask, view), [0], 'the next one is answered');
		});
	}

	it('that are none are refused with the reason', async () => {
		const ask = asking(textTable('raw', [['a']]));
		const filters: RecordFilter[] = [{ ...endless, pattern: '(' }];
		await assert.rejects(
			numbersOf(ask, { filters, sort: [] }),
			(error) => isProblem(error, 'invalidPattern') && error.problem.reason !== '',
		);
	});

	it('see texts of any length', () => {
		assert.deepEqual([...new GuardedPattern('z$').test(['x'.repeat(1_000_000), `${'x'.repeat(1_000_000)}Z`])], [0, 1]);
	});
});
