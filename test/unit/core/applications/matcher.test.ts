import assert from 'node:assert/strict';
import { createMatcher } from '../../../../src/core/applications/matcher';
import type { Application } from '../../../../src/core/service/application';

const shop: Application = {
	id: '90071992547409931',
	name: 'Café Größe — Shop for Android',
	details: [
		['bundle_id', 'test.example.cafe'],
		['category', 'Cooking'],
	],
};

describe('createMatcher()', () => {
	for (const query of [
		'',
		'   ',
		'shop',
		'SHOP',
		'cafe',
		'CAFÉ',
		'cafe\u0301',
		'grosse',
		'GRÖSSE',
		'android shop',
		'sh andr',
		'2547',
		'example.cafe',
		'for\tcafé  7199',
	]) {
		it(`search "${query}" matches the application`, () => assert.equal(createMatcher(query)(shop), true));
	}

	for (const query of ['shops', 'cooking', 'shop ios', 'androidshop', '90071992547409932', 'shop,android']) {
		it(`search "${query}" does not match the application`, () => assert.equal(createMatcher(query)(shop), false));
	}

	it('matches each search word within the name, the ID or the bundle ID, but not across two of these', () => {
		const application: Application = { id: '12', name: 'ab', details: [['app_package_name', 'cd']] };
		assert.equal(createMatcher('cd 12 ab')(application), true);
		assert.equal(createMatcher('b1')(application), false);
		assert.equal(createMatcher('2c')(application), false);
	});

	it('matches non-Latin letters case-insensitively', () => {
		const application = (name: string): Application => ({ id: '1', name, details: [] });
		assert.equal(createMatcher('ОШИБКИ')(application('Ошибки')), true);
		assert.equal(createMatcher('οδοσ')(application('ΟΔΟΣ')), true);
		assert.equal(createMatcher('istanbul')(application('İSTANBUL')), true);
		assert.equal(createMatcher('shop')(application('ｓｈｏｐ')), true);
	});

	it('treats regular expression characters in an application search as plain text', () => {
		assert.equal(createMatcher('.*')(shop), false);
		assert.equal(createMatcher('(')({ id: '1', name: 'a(b', details: [] }), true);
	});

	it('matches an application without a name by its ID', () => {
		assert.equal(createMatcher('42')({ id: '420', details: [] }), true);
		assert.equal(createMatcher('undefined')({ id: '420', details: [] }), false);
	});
});
