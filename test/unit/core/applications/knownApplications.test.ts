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

describe('joinApplications', () => {
	it('keeps the order of the service', () => {
		assert.deepEqual(look(joinApplications([news, shop, nameless], noMarks)), ['102 News', '101 Shop', '103']);
	});

	it('puts pinned ones first, each in the order of the service', () => {
		const marks = { pinned: ['103', '102'], added: [] };
		assert.deepEqual(look(joinApplications([shop, news, nameless], marks)), [
			'102 News pinned',
			'103 pinned',
			'101 Shop',
		]);
	});

	it('has those that only their ID is known of last, and pinned ones of them first', () => {
		const marks = { pinned: ['9', '7'], added: ['8', '9'] };
		assert.deepEqual(look(joinApplications([shop], marks)), [
			'9 pinned added unlisted',
			'7 pinned unlisted',
			'101 Shop',
			'8 added unlisted',
		]);
	});

	it('takes what the service tells of an added one', () => {
		assert.deepEqual(joinApplications([shop], { pinned: [], added: ['101'] }), [
			{ application: shop, pinned: false, added: true, listed: true },
		]);
	});

	it('has each ID once, whatever the service and the marks repeat', () => {
		const ids = joinApplications([shop, news, shop], { pinned: ['5', '5'], added: ['5', '101'] });
		assert.deepEqual(look(ids), ['5 pinned added unlisted', '101 Shop added', '102 News']);
	});
});

describe('joinExported', () => {
	const known = joinApplications([shop, nameless], { pinned: ['9'], added: [] });

	it('adds at the end what only past exports know, once each', () => {
		const joined = joinExported(known, [{ id: '55', name: 'Gone' }, { id: '101', name: 'Shop' }, { id: '55' }]);
		assert.deepEqual(look(joined), ['9 pinned unlisted', '101 Shop', '103', '55 Gone unlisted']);
	});

	it('lends a name to those without one, from the first export that has it', () => {
		const joined = joinExported(known, [
			{ id: '9' },
			{ id: '9', name: 'Newer name' },
			{ id: '9', name: 'Older name' },
			{ id: '103', name: 'Named' },
		]);
		assert.deepEqual(look(joined), ['9 Newer name pinned unlisted', '101 Shop', '103 Named']);
	});

	it('leaves the name that the service tells', () => {
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
