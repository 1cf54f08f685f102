import * as assert from 'node:assert/strict';
import {
	addDays,
	atEndOfDay,
	atStartOfDay,
	type CivilTime,
	compareCivil,
	formatCivil,
	fromUtc,
	isCivilTime,
	parseCivil,
	toUtc,
} from '../../../src/shared/civilTime';
import { Random } from '../../support/random';

function read(text: string, edge: 'start' | 'end' = 'start'): string {
	const parsed = parseCivil(text, edge);
	return parsed.ok ? formatCivil(parsed.time) : parsed.problem.kind;
}

function civil(text: string): CivilTime {
	const parsed = parseCivil(text, 'start');
	assert.ok(parsed.ok, text);
	return parsed.time;
}

describe('parseCivil()', () => {
	for (const [text, start, end] of [
		['2026-11-20', '2026-11-20 00:00:00', '2026-11-20 23:59:59'],
		[' 2026-1-2 ', '2026-01-02 00:00:00', '2026-01-02 23:59:59'],
		['2026-11-20 9:05', '2026-11-20 09:05:00', '2026-11-20 09:05:59'],
		['2026-11-20T09:05', '2026-11-20 09:05:00', '2026-11-20 09:05:59'],
		['2026-11-20  09:05:07', '2026-11-20 09:05:07', '2026-11-20 09:05:07'],
		['2026-11-20 00:00:00', '2026-11-20 00:00:00', '2026-11-20 00:00:00'],
		['2024-02-29', '2024-02-29 00:00:00', '2024-02-29 23:59:59'],
		['2000-02-29', '2000-02-29 00:00:00', '2000-02-29 23:59:59'],
		['0004-02-29', '0004-02-29 00:00:00', '0004-02-29 23:59:59'],
		['9999-12-31', '9999-12-31 00:00:00', '9999-12-31 23:59:59'],
	] as const) {
		it(`parses the date ${text}`, () => {
			assert.deepEqual([read(text), read(text, 'end')], [start, end]);
		});
	}

	for (const [text, problem] of [
		['2026-02-29', 'noSuchDay'],
		['2026-02-30', 'noSuchDay'],
		['1900-02-29', 'noSuchDay'],
		['2026-04-31', 'noSuchDay'],
		['2026-11-00', 'noSuchDay'],
		['2026-11-32', 'noSuchDay'],
		['2026-00-10', 'noSuchMonth'],
		['2026-13-10', 'noSuchMonth'],
		['2026-11-20 24:00', 'noSuchTime'],
		['2026-11-20 23:60', 'noSuchTime'],
		['2026-11-20 23:59:60', 'noSuchTime'],
		['', 'format'],
		['20.11.2026', 'format'],
		['2026-11-20 9', 'format'],
		['2026-11-20 9:5', 'format'],
		['2026-11-20TT09:05', 'format'],
		['2026-11-20T09:05:00Z', 'format'],
		['2026-11-20T09:05:00+03:00', 'format'],
		['26-11-20', 'format'],
		['2026-11-20 09:05:00.5', 'format'],
		['٢٠٢٦-11-20', 'format'],
	] as const) {
		it(`rejects the date ${text || 'nothing'}`, () => {
			assert.equal(read(text), problem);
		});
	}

	it('names the nonexistent day in the parse error', () => {
		assert.deepEqual(parseCivil('2026-2-30', 'end'), {
			ok: false,
			problem: { kind: 'noSuchDay', year: 2026, month: 2, day: 30 },
		});
	});

	it('accepts exactly the dates that exist in four centuries', () => {
		for (let year = 1900; year <= 2300; year++) {
			for (let month = 1; month <= 12; month++) {
				const last = new Date(Date.UTC(year, month, 0)).getUTCDate();
				assert.notEqual(read(`${year}-${month}-${last}`), 'noSuchDay');
				assert.equal(read(`${year}-${month}-${last + 1}`), 'noSuchDay');
			}
		}
	});
});

describe('calendar dates and times', () => {
	it('converts a calendar time to a number and back', () => {
		const random = new Random(60);
		for (let round = 0; round < 2000; round++) {
			const seconds = Math.floor((random.next() * 9999 - 1970) * 31_556_952);
			const time = fromUtc(seconds * 1000);
			if (time.year >= 0 && time.year <= 9999) {
				assert.equal(toUtc(time), seconds * 1000);
				assert.deepEqual(civil(formatCivil(time)), time);
			}
		}
	});

	it('orders calendar times, including times in the first century', () => {
		const ordered = ['0001-01-01', '0099-12-31', '0100-01-01', '1999-12-31 23:59:59', '2000-01-01'].map(civil);
		for (const [index, time] of ordered.slice(1).entries()) {
			const before = ordered[index];
			assert.ok(before && compareCivil(before, time) < 0 && compareCivil(time, before) > 0);
		}
		assert.equal(compareCivil(civil('2026-11-20'), civil('2026-11-20')), 0);
	});

	it('adds days across the ends of months and years, and in leap years', () => {
		const move = (text: string, days: number) => formatCivil(addDays(civil(text), days));
		assert.equal(move('2026-12-31 10:11:12', 1), '2027-01-01 10:11:12');
		assert.equal(move('2024-03-01 00:00:00', -1), '2024-02-29 00:00:00');
		assert.equal(move('2026-03-01 00:00:00', -1), '2026-02-28 00:00:00');
		assert.equal(move('2026-11-20 09:00:00', -90), '2026-08-22 09:00:00');
	});

	it('returns the first and the last second of a day', () => {
		const time = civil('2026-11-20 09:05:07');
		assert.equal(formatCivil(atStartOfDay(time)), '2026-11-20 00:00:00');
		assert.equal(formatCivil(atEndOfDay(time)), '2026-11-20 23:59:59');
	});

	it('detects invalid calendar times', () => {
		const time = civil('2024-02-29 23:59:59');
		assert.equal(isCivilTime(time), true);
		for (const wrong of [
			{ year: 2023 },
			{ month: 13 },
			{ day: 0 },
			{ hour: 24 },
			{ second: 59.5 },
			{ year: -1 },
			{ day: Number.NaN },
		]) {
			assert.equal(isCivilTime({ ...time, ...wrong }), false, JSON.stringify(wrong));
		}
	});
});
