import assert from 'node:assert/strict';
import { fitsPattern, getGlobs, splitGlob } from '../../../../../src/core/stack/mapping/pathPattern';
import { measured } from '../../../../support/measured';
import { assertGrowsWithSize } from './support/growth';

const values = { app: ['com.example.shop', 'Shop*'], version: ['2.4.1'], none: [] };

const value = (name: string) => `\${${name}}`;

describe('path patterns', () => {
	for (const [pattern, path, fits] of [
		['a/b.txt', 'a/b.txt', true],
		['a/b.txt', 'x/a/b.txt', false],
		['**/b.txt', 'b.txt', true],
		['**/b.txt', 'x/y/b.txt', true],
		['a/**/b.txt', 'a/b.txt', true],
		['a/**/b.txt', 'a/x/y/b.txt', true],
		['a/**', 'a/x/y', true],
		['a/*/b.txt', 'a/x/y/b.txt', false],
		['a/*.txt', 'a/.txt', true],
		['a/*p*i*.txt', 'a/mapping.txt', true],
		['a/*p*z*.txt', 'a/mapping.txt', false],
		['a/b?.txt', 'a/b1.txt', true],
		['a/b?.txt', 'a/b.txt', false],
		['/maps/*.txt', '/maps/a.txt', true],
		['C:\\maps\\*.txt', 'C:/maps/a.txt', true],
		['C:\\maps\\*.txt', 'c:/maps/a.txt', true],
		['maps/[a].txt', 'maps/[a].txt', true],
		['maps/[a].txt', 'maps/a.txt', false],
		['maps/{a,b}.txt', 'maps/a.txt', false],
		['./a/b.txt', 'a/b.txt', true],
		['a.b', 'axb', false],
		[`maps/${value('app')}/${value('version')}.txt`, 'maps/com.example.shop/2.4.1.txt', true],
		[`maps/${value('app')}/${value('version')}.txt`, 'maps/com.example.shop/2.4.2.txt', false],
		[`maps/*-${value('version')}-*.txt`, 'maps/shop-2.4.1-release.txt', true],
		// A value is plain text regardless of its characters.
		[`maps/${value('app')}.txt`, 'maps/Shop*.txt', true],
		[`maps/${value('app')}.txt`, 'maps/Shopping.txt', false],
		[`maps/${value('none')}.txt`, 'maps/.txt', false],
		[`maps/${value('other')}.txt`, `maps/${value('other')}.txt`, false],
		['a/../b', 'b', false],
	] as const) {
		it(`path pattern ${pattern} ${fits ? 'matches' : 'does not match'} ${path}`, () => {
			assert.equal(fitsPattern(path, pattern, values), fits);
		});
	}

	it('expands a path pattern to one glob for each value of a variable', () => {
		assert.deepEqual(getGlobs(`maps/${value('app')}/${value('version')}/*.txt`, values), [
			'maps/com.example.shop/2.4.1/*.txt',
			'maps/Shop[*]/2.4.1/*.txt',
		]);
		assert.deepEqual(getGlobs(`maps/${value('none')}.txt`, values), []);
		assert.deepEqual(getGlobs('**/mapping.txt', values), ['**/mapping.txt']);
		assert.deepEqual(getGlobs('C:\\maps\\[a] {b}.txt', values), ['C:/maps/[[]a[]] [{]b[}].txt']);
	});

	it("record values in a path pattern can't match paths outside the folder of the pattern", () => {
		for (const app of ['../..', '..', '.', 'a/../../b', '..\\..', '/etc', 'a/b']) {
			assert.deepEqual(getGlobs(`/maps/${value('app')}/**/mapping.txt`, { app: [app, 'shop'] }), [
				'/maps/shop/**/mapping.txt',
			]);
		}
	});

	for (const [glob, expected] of [
		['/maps/shop/**/mapping.txt', { folder: '/maps/shop', rest: '**/mapping.txt' }],
		['/maps/[[]a[]]/m.txt', { folder: '/maps', rest: '[[]a[]]/m.txt' }],
		['/maps/mapping.txt', { folder: '/maps', rest: 'mapping.txt' }],
		['C:/maps/*/m.txt', { folder: 'C:/maps', rest: '*/m.txt' }],
		['//server/share/*.txt', { folder: '//server/share', rest: '*.txt' }],
		['/**/mapping.txt', undefined],
		['/mapping.txt', undefined],
		['C:/*/mapping.txt', undefined],
	] as const) {
		it(`searches the glob ${glob} in ${expected?.folder ?? 'no folder'}`, () => {
			assert.deepEqual(splitGlob(glob), expected);
		});
	}

	measured('matches a path pattern in time proportional to the length of the path', () => {
		assertGrowsWithSize((size) => () => fitsPattern('a'.repeat(size), `${'*a'.repeat(20)}b`, {}), 5000);
		assertGrowsWithSize((size) => () => fitsPattern(`${'a/'.repeat(100)}b`, '**/*a*/'.repeat(size / 100), {}), 1000);
	});
});
