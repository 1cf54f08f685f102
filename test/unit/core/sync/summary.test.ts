import assert from 'node:assert/strict';
import { utc } from '../../../../src/core/plan/range';
import { getKnownRows, getSummary } from '../../../../src/core/sync/model/summary';
import type { SyncedSet } from '../../../../src/core/sync/model/syncedSet';

describe('record count of a synced set', () => {
	const now = new Date('2026-11-20T09:00:00Z');
	const partition = { folder: '2026-11-20-aaaaaa', file: 'records.csv', rows: 7, bytes: 90, timeless: 0, fields: [] };
	const rowsOf = (...days: SyncedSet['days']) => {
		const plan = {
			application: { id: '101' },
			format: 'csv',
			fields: [],
			filters: [],
			skipUnavailableShards: false,
			since: '2026-11-20',
		} as const;
		return getKnownRows(getSummary({ version: 1, service: 'https://api.example', plan, zone: utc, days }, now));
	};

	it('record count of a synced set is unknown until a day has been requested', () => {
		assert.equal(rowsOf(), undefined);
		assert.equal(rowsOf({ day: '2026-11-20', refused: { kind: 'tooLarge', at: now.toISOString() } }), undefined);
	});

	it('counts the records in the partitions even if a rebuilt manifest has no request times', () => {
		assert.equal(rowsOf({ day: '2026-11-20', partition }), 7);
	});

	it('record count of a synced set is zero if the service has returned no records', () => {
		const asked = {
			at: now.toISOString(),
			until: '2026-11-20 09:00:00',
			zone: utc,
			largest: 0,
			proof: 'unproven',
			doubts: [],
			notGivenAgain: 0,
		} as const;
		assert.equal(rowsOf({ day: '2026-11-20', asked }), 0);
	});
});
