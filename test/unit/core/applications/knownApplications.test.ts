import assert from 'node:assert/strict';
import {
	joinApplications,
	joinExported,
	type KnownApplication,
} from '../../../../src/core/applications/knownApplications';
import { noMarks } from '../../../../src/core/applications/marks';
import type { Application } from '../../../../src/core/service/application';

const shop: Application = { id: '101', name: 'Shop', details: [['bundle_id', 'test.shop']] };
const news: Application = { id: '102', name: 'News', details: [] };
const nameless: Application = { id: '103', details: [] };

describe('joinApplications()', () => {
	it('preserves the order in which the service lists applications', () => {
		assert.deepEqual(look(joinApplications([news, shop, nameless], noMarks)), ['102 News', '101 Shop', '103']);
	});

	it("lists pinned applications first and otherwise preserves the service's order", () => {
		const marks = { pinned: ['103', '102'], added: [] };
		assert.deepEqual(look(joinApplications([shop, news, nameless], marks)), [
			'102 News pinned',
			'103 pinned',
			'101 Shop',
		]);
	});

	it('lists pinned applications first, and unpinned applications that are known only by ID last', () => {
		const marks = { pinned: ['9', '7'], added: ['8', '9'] };
		assert.deepEqual(look(joinApplications([shop], marks)), [
			'9 pinned added unlisted',
			'7 pinned unlisted',
			'101 Shop',
			'8 added unlisted',
		]);
	});

	it("uses the service's details for an application that the user added by ID", () => {
		assert.deepEqual(joinApplications([shop], { pinned: [], added: ['101'] }), [
			{ application: shop, pinned: false, added: true, listed: true },
		]);
	});

	it('lists each application ID once even if the service or the saved list repeats it', () => {
		const ids = joinApplications([shop, news, shop], { pinned: ['5', '5'], added: ['5', '101'] });
		assert.deepEqual(look(ids), ['5 pinned added unlisted', '101 Shop added', '102 News']);
	});
});

describe('joinExported()', () => {
	const known = joinApplications([shop, nameless], { pinned: ['9'], added: [] });

	it('appends applications known only from past exports without repetitions', () => {
		const joined = joinExported(known, [{ id: '55', name: 'Gone' }, { id: '101', name: 'Shop' }, { id: '55' }]);
		assert.deepEqual(look(joined), ['9 pinned unlisted', '101 Shop', '103', '55 Gone unlisted']);
	});

	it('names an unnamed application after the first export that has an application name', () => {
		const joined = joinExported(known, [
			{ id: '9' },
			{ id: '9', name: 'Newer name' },
			{ id: '9', name: 'Older name' },
			{ id: '103', name: 'Named' },
		]);
		assert.deepEqual(look(joined), ['9 Newer name pinned unlisted', '101 Shop', '103 Named']);
	});

	it('prefers the application name from the service to the name in an export', () => {
		assert.deepEqual(look(joinExported(known, [{ id: '101', name: 'Another' }])), [
			'9 pinned unlisted',
			'101 Shop',
			'103',
		]);
	});
});

function look(known: readonly KnownApplication[]): string[] {
	return known.map(({ application: { id, name }, pinned, added, listed }) =>
		[id, name, pinned && 'pinned', added && 'added', !listed && 'unlisted'].filter(Boolean).join(' '),
	);
}
