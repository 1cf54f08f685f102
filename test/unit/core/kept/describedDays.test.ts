import * as assert from 'node:assert/strict';
import { describeCalendar } from '../../../../src/core/kept/model/describedDays';
import type { Asked, KeptDay, KeptSet, Part } from '../../../../src/core/kept/model/keptSet';
import { summaryOf } from '../../../../src/core/kept/model/summary';
import { utc } from '../../../../src/core/plan/range';

describe('the calendar of a kept set', () => {
	const now = new Date('2026-11-09T12:00:00Z');
	const part = (rows: number): Part => ({
		folder: '2026-11-01-abc123',
		file: 'a.csv',
		rows,
		bytes: 10 * rows,
		timeless: rows,
		fields: ['error'],
	});
	const asked = (day: number, change: Partial<Asked> = {}): Asked => ({
		at: `2026-11-${String(day + 2).padStart(2, '0')}T00:00:01.000Z`,
		until: `2026-11-0${day + 1} 00:00:01`,
		zone: utc,
		largest: 10,
		proof: 'unproven',
		doubts: [],
		notGivenAgain: 0,
		...change,
	});
	const setOf = (...days: readonly KeptDay[]): KeptSet => ({
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
	const set = setOf(
		{ day: '2026-11-01', part: part(10), asked: asked(1) },
		{ day: '2026-11-02', part: part(10), asked: asked(2, { notGivenAgain: 4 }) },
		{ day: '2026-11-03', part: part(10), asked: asked(3, { doubts }) },
		{ day: '2026-11-04', part: part(10), asked: asked(4, { notGivenAgain: 10 }) },
		{ day: '2026-11-05', refused },
		{ day: '2026-11-07', part: part(0), asked: asked(7, { at: '2026-11-09T11:00:00.000Z' }) },
		{ day: '2026-11-08', part: part(3), asked: asked(8, { at: '2026-11-09T11:00:00.000Z' }), refused },
	);

	it('tells each day with its records, when it was asked and what speaks against it', () => {
		const days = describeCalendar(set, now);
		assert.deepEqual(
			days.map(({ day, state, rows }) => [day.slice(8), state, rows]),
			[
				['01', 'settled', 10],
				['02', 'inDoubt', 10],
				['03', 'inDoubt', 10],
				['04', 'gone', 10],
				['05', 'refused', 0],
				['06', 'missing', 0],
				['07', 'settled', 0],
				['08', 'open', 3],
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

	it('is what the summary counts', () => {
		const { days, rows } = summaryOf(set, now);
		assert.deepEqual(days, { missing: 2, refused: 1, open: 1, settled: 2, inDoubt: 2, gone: 1 });
		assert.equal(rows, 43);
	});
});
