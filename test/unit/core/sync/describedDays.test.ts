import * as assert from 'node:assert/strict';
import { utc } from '../../../../src/core/plan/range';
import { describeCalendar } from '../../../../src/core/sync/model/describedDays';
import { getSummary } from '../../../../src/core/sync/model/summary';
import type { LastRequest, Partition, SyncedDay, SyncedSet } from '../../../../src/core/sync/model/syncedSet';

describe('calendar of a synced set', () => {
	const now = new Date('2026-11-09T12:00:00Z');
	const partition = (rows: number): Partition => ({
		folder: '2026-11-01-abc123',
		file: 'a.csv',
		rows,
		bytes: 10 * rows,
		timeless: rows,
		fields: ['error'],
	});
	const asked = (day: number, change: Partial<LastRequest> = {}): LastRequest => ({
		at: `2026-11-${String(day + 2).padStart(2, '0')}T00:00:01.000Z`,
		until: `2026-11-0${day + 1} 00:00:01`,
		zone: utc,
		largest: 10,
		proof: 'unproven',
		doubts: [],
		notGivenAgain: 0,
		...change,
	});
	const getSet = (...days: readonly SyncedDay[]): SyncedSet => ({
		version: 1,
		service: 'sample',
		plan: {
			application: { id: '101' },
			format: 'csv',
			fields: ['error'],
			filters: [],
			skipUnavailableShards: false,
			since: '2026-11-01',
		},
		zone: utc,
		days,
	});
	const refused = { kind: 'tooLarge', at: '2026-11-09T00:00:00.000Z' } as const;
	const doubts = [{ kind: 'roundCount', rows: 10 }] as const;
	const set = getSet(
		{ day: '2026-11-01', partition: partition(10), asked: asked(1) },
		{ day: '2026-11-02', partition: partition(10), asked: asked(2, { notGivenAgain: 4 }) },
		{ day: '2026-11-03', partition: partition(10), asked: asked(3, { doubts }) },
		{ day: '2026-11-04', partition: partition(10), asked: asked(4, { notGivenAgain: 10 }) },
		{ day: '2026-11-05', refused },
		{ day: '2026-11-07', partition: partition(0), asked: asked(7, { at: '2026-11-09T11:00:00.000Z' }) },
		{ day: '2026-11-08', partition: partition(3), asked: asked(8, { at: '2026-11-09T11:00:00.000Z' }), refused },
	);

	it('describes each day with its record count, last request time, and reasons why it may be incomplete', () => {
		const days = describeCalendar(set, now);
		assert.deepEqual(
			days.map(({ day, state, rows }) => [day.slice(8), state, rows]),
			[
				['01', 'final', 10],
				['02', 'inDoubt', 10],
				['03', 'inDoubt', 10],
				['04', 'gone', 10],
				['05', 'refused', 0],
				['06', 'missing', 0],
				['07', 'final', 0],
				['08', 'provisional', 3],
				['09', 'missing', 0],
			],
		);
		const [, second, third, , fifth, sixth, , eighth] = days;
		assert.equal(second?.asked?.notGivenAgain, 4);
		assert.deepEqual(third?.asked, { at: '2026-11-05T00:00:01.000Z', proof: 'unproven', doubts, notGivenAgain: 0 });
		assert.deepEqual(fifth?.refused, refused);
		assert.deepEqual(sixth, { day: '2026-11-06', state: 'missing', rows: 0 });
		assert.deepEqual(eighth?.refused, refused);
	});

	it('counts the days in each state in the same way as the summary of the synced set', () => {
		const { days, rows } = getSummary(set, now);
		assert.deepEqual(days, { missing: 2, refused: 1, provisional: 1, final: 2, inDoubt: 2, gone: 1 });
		assert.equal(rows, 43);
	});

	it('lists the configured fields that the records of a day do not have yet', () => {
		const set = getSet({ day: '2026-11-01', partition: partition(5), asked: asked(1) });
		const missingFields = (fields: SyncedSet['plan']['fields']) =>
			describeCalendar({ ...set, plan: { ...set.plan, fields } }, now).map((day) => day.missingFields);
		assert.deepEqual(missingFields(['error', 'mcc'])[0], ['mcc']);
		assert.ok(
			missingFields(['error', 'mcc'])
				.slice(1)
				.every((fields) => fields === undefined),
		);
		assert.equal(missingFields(['error'])[0], undefined);
	});
});
