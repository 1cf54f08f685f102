import * as assert from 'node:assert/strict';
import { utc } from '../../../../src/core/plan/range';
import { changed, getEffect } from '../../../../src/core/sync/model/changes';
import { decodeSet } from '../../../../src/core/sync/model/decodeSet';
import type { SyncedDay, SyncedSet } from '../../../../src/core/sync/model/syncedSet';

const now = new Date('2026-11-20T09:00:00Z');

function syncedDay(day: string, rows: number, fields: readonly string[]): SyncedDay {
	return {
		day,
		partition: { folder: `${day}-abcdef`, file: 'a.errors.csv', rows, bytes: 10 * rows, timeless: rows, fields },
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

const set: SyncedSet = {
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
		syncedDay('2026-11-16', 5, ['error', 'os_name']),
		syncedDay('2026-11-17', 7, ['error', 'os_name', 'error_id']),
		syncedDay('2026-11-18', 0, ['error', 'os_name']),
		syncedDay('2026-11-19', 3, ['error', 'os_name']),
	],
};
const nothing = { missing: 0, again: { days: 0, rows: 0 }, removed: { days: 0, rows: 0, bytes: 0 } };

describe('changes to sync settings', () => {
	it('moving the start of a synced set to an earlier day adds the days in between', () => {
		assert.deepEqual(getEffect(set, { since: '2026-11-06' }, now), { ...nothing, missing: 10 });
	});

	it('moving the start of a synced set to a later day removes the days in between', () => {
		const removed = { days: 2, rows: 12, bytes: 120 };
		assert.deepEqual(getEffect(set, { since: '2026-11-18' }, now), { ...nothing, removed });
	});

	it('adding a field causes a new request for each day whose records do not have the field', () => {
		const fields = ['error', 'os_name', 'error_id'];
		assert.deepEqual(getEffect(set, { fields }, now), { ...nothing, again: { days: 2, rows: 8 } });
		assert.deepEqual(getEffect(set, { fields: ['error'] }, now), nothing);
	});

	it('shortening the retention period removes older days', () => {
		assert.deepEqual(getEffect(set, { retentionDays: 3 }, now), {
			...nothing,
			removed: { days: 1, rows: 5, bytes: 50 },
		});
		assert.deepEqual(getEffect(set, { retentionDays: 30 }, now), nothing);
	});

	it('does not request days that are older than the retention period', () => {
		const keeping = changed(set, { retentionDays: 6 });
		assert.deepEqual(getEffect(keeping, { since: '2026-11-01' }, now), { ...nothing, missing: 2 });
	});

	it('saves changed sync settings in the manifest', () => {
		const retained = changed(set, { retentionDays: 30, since: '2026-11-18', fields: ['error'] });
		assert.deepEqual(decodeSet(JSON.parse(JSON.stringify(retained))), retained);
		assert.deepEqual(
			changed(retained, { retentionDays: 'all', since: '2026-11-16', fields: ['error', 'os_name'] }),
			set,
		);
	});
});
