import assert from 'node:assert/strict';
import {
	patternOfTag,
	shapesOfTags,
	tagsOfVersion,
	type VersionText,
} from '../../../../src/core/revisions/versionTags';

const tags = (names: string, wanted: VersionText | string, ...own: string[]) =>
	tagsOfVersion(names.split(' '), typeof wanted === 'string' ? { version: wanted } : wanted, own).join(' ');

describe('Git tags of an app version', () => {
	for (const [tag, wanted] of [
		['v3.1', '3.1'],
		['3.1', 'v3.1'],
		['release/3.1', '3.1'],
		['release-3.1', ' 3.1 '],
		['shop-v3.1', '3.1'],
		['shop-3.1', '3.1'],
		['@acme/shop@3.1', '3.1'],
		['android/v3.1', '3.1'],
		['v2.4.1', '2.4.1 (2041)'],
		['2.4.1+2041', '2.4.1 (2041)'],
		['v2.4.1-2041', '2.4.1+2041'],
		['2.4.1-2041', '2.4.1-2041-release'],
		['builds/beta/2041', '2.4.1 (2041)'],
		['v2.4.1-rc1', '2.4.1-rc1'],
		['v3.1.0', '3.1'],
		['v3.1', '3.1.0'],
	] as const) {
		it(`finds the tag ${tag} for version "${wanted}"`, () => {
			assert.equal(tags(`v3.10 v13.1 3.1.4 nightly ${tag} v3.1-beta v2.4.10`, wanted), tag);
		});
	}

	it('prefers the Git tag with the build number if the build number is known', () => {
		const all = 'v2.4.1 v2.4.1+2040 v2.4.1+2041';
		assert.equal(tags(all, { version: '2.4.1', build: '2041' }), 'v2.4.1+2041');
		assert.equal(tags(all, '2.4.1'), 'v2.4.1');
	});

	it('returns all Git tags for a version even if the tags have different prefixes', () => {
		assert.equal(tags('shop-v3.1 till-v3.1 v3.0', '3.1'), 'shop-v3.1 till-v3.1');
	});

	it("prefers Git tags that match the user's pattern", () => {
		assert.equal(tags('v3.1 rel_3.1_final', '3.1', 'rel_{version}_final'), 'rel_3.1_final');
		assert.equal(tags('v3.1', '3.1', 'no place for it', '{build}'), 'v3.1');
		assert.equal(tags('$&3.1', '3.1', '$&{version}'), '$&3.1');
	});

	it('finds no Git tag if no tag matches the version exactly', () => {
		for (const wanted of ['', '3', '3.1.4.1', '.', '{version}', '1'.repeat(500)]) {
			assert.equal(tags('v3.1 v3.1.4 v31 release-3.10', wanted), '', wanted);
		}
	});

	it('derives a tag pattern for other versions from the selected Git tag', () => {
		assert.equal(patternOfTag('shop-v3.1', { version: '3.1' }), 'shop-v{version}');
		assert.equal(patternOfTag('v2.4.1+2041', { version: '2.4.1 (2041)' }), 'v{version}+{build}');
		assert.equal(patternOfTag('builds/beta/2041', { version: '2.4.1 (2041)' }), 'builds/beta/{build}');
		assert.equal(patternOfTag('nightly', { version: '3.1' }), undefined);
	});

	it('summarizes Git tags by their pattern', () => {
		assert.deepEqual(shapesOfTags(['release-3.0', 'release-2.9', 'nightly']), ['release-…', 'nightly']);
	});
});
