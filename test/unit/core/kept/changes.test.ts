import * as assert from 'node:assert/strict';
import { changed, effectOf } from '../../../../src/core/kept/model/changes';
import { decodeSet } from '../../../../src/core/kept/model/decodeSet';
import type { KeptDay, KeptSet } from '../../../../src/core/kept/model/keptSet';
import { utc } from '../../../../src/core/plan/range';

const now = new Date('2026-11-20T09:00:00Z');

function keptDay(day: string, rows: number, fields: readonly string[]): KeptDay {
	return {
		day,
		part: { folder: `${day}-abcdef`, file: 'a.errors.csv', rows, bytes: 10 * rows, timeless: rows, fields },
		asked: {
			at: '2026-11-20T08:00:00.000Z',
			until: `${day} 23:59:59`,
			zone: utc,
			largest: rows,
			proof: 'proven',
			doubts: [],
			notGivenAgain: 0,
		},
	};
}

const set: KeptSet = {
	version: 1,
	service: 'https://api.example.com',
	plan: {
		application: { id: '101' },
		format: 'csv',
		fields: ['error', 'os_name'],
		filters: [],
		skipUnavailableShards: false,
		since: '2026-11-16',
	},
	zone: utc,
	days: [
		keptDay('2026-11-16', 5, ['error', 'os_name']),
		keptDay('2026-11-17', 7, ['error', 'os_name', 'error_id']),
		keptDay('2026-11-18', 0, ['error', 'os_name']),
		keptDay('2026-11-19', 3, ['error', 'os_name']),
	],
};
const nothing = { missing: 0, again: { days: 0, rows: 0 }, removed: { days: 0, rows: 0, bytes: 0 } };

describe('A change of a kept set', () => {
	it('to an earlier day asks for those before', () => {
		assert.deepEqual(effectOf(set, { since: '2026-11-06' }, now), { ...nothing, missing: 10 });
	});

	it('to a later day removes those before', () => {
		const removed = { days: 2, rows: 12, bytes: 120 };
		assert.deepEqual(effectOf(set, { since: '2026-11-18' }, now), { ...nothing, removed });
	});

	it('of fields asks again about days with records that lack one', () => {
		const fields = ['error', 'os_name', 'error_id'];
		assert.deepEqual(effectOf(set, { fields }, now), { ...nothing, again: { days: 2, rows: 8 } });
		assert.deepEqual(effectOf(set, { fields: ['error'] }, now), nothing);
	});

	it('of what is kept removes the days that are older', () => {
		assert.deepEqual(effectOf(set, { keepDays: 3 }, now), { ...nothing, removed: { days: 1, rows: 5, bytes: 50 } });
		assert.deepEqual(effectOf(set, { keepDays: 30 }, now), nothing);
	});

	it('asks for no days that would be too old to be kept', () => {
		const keeping = changed(set, { keepDays: 6 });
		assert.deepEqual(effectOf(keeping, { since: '2026-11-01' }, now), { ...nothing, missing: 2 });
	});

	it('is what the manifest says then', () => {
		const kept = changed(set, { keepDays: 30, since: '2026-11-18', fields: ['error'] });
		assert.deepEqual(decodeSet(JSON.parse(JSON.stringify(kept))), kept);
		assert.deepEqual(changed(kept, { keepDays: 'all', since: '2026-11-16', fields: ['error', 'os_name'] }), set);
	});
});
