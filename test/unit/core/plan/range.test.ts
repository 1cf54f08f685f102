import * as assert from 'node:assert/strict';
import {
	civilNow,
	isZoneName,
	type Range,
	resolveRange,
	utc,
	type Zone,
	zoneName,
} from '../../../../src/core/plan/range';
import { formatCivil, toUtc } from '../../../../src/shared/civilTime';
import { Random } from '../../../support/random';

const berlin: Zone = { kind: 'named', name: 'Europe/Berlin' };
const saoPaulo: Zone = { kind: 'named', name: 'America/Sao_Paulo' };

function resolve(range: Range, now: string, zone: Zone = utc): string[] {
	const { since, until } = resolveRange(range, new Date(now), zone);
	return [formatCivil(since), formatCivil(until)];
}

describe('current local time in a time zone', () => {
	for (const [zone, now, shown] of [
		[utc, '2026-11-20T09:02:03.999Z', '2026-11-20 09:02:03'],
		[berlin, '2026-07-01T22:30:00Z', '2026-07-02 00:30:00'],
		[berlin, '2026-12-31T23:00:00Z', '2027-01-01 00:00:00'],
		[{ kind: 'named', name: 'Asia/Kolkata' }, '2026-11-20T18:30:00Z', '2026-11-21 00:00:00'],
		[{ kind: 'named', name: 'Pacific/Kiritimati' }, '2026-12-31T10:00:00Z', '2027-01-01 00:00:00'],
		[{ kind: 'named', name: 'Pacific/Pago_Pago' }, '2027-01-01T10:59:59Z', '2026-12-31 23:59:59'],
		[{ kind: 'offset', seconds: 10_800 }, '2026-11-20T21:30:00Z', '2026-11-21 00:30:00'],
		[{ kind: 'offset', seconds: -12_600 }, '2026-01-01T02:00:00Z', '2025-12-31 22:30:00'],
		[{ kind: 'offset', seconds: 0 }, '2024-02-29T23:59:59Z', '2024-02-29 23:59:59'],
	] as const) {
		it(`returns ${shown} as the local time at ${now} in ${zone.kind === 'named' ? zone.name : `${zone.seconds} s`}`, () => {
			assert.equal(formatCivil(civilNow(new Date(now), zone)), shown);
		});
	}

	it('formats local times in any time zone exactly like an Intl formatter', () => {
		const random = new Random(24);
		const zones = Intl.supportedValuesOf('timeZone');
		for (let round = 0; round < 300; round++) {
			const name = zones[random.below(zones.length)] ?? 'UTC';
			const now = new Date(Math.floor(random.next() * 2e9) * 1000);
			const oracle = now.toLocaleString('sv-SE', { timeZone: name });
			assert.equal(formatCivil(civilNow(now, { kind: 'named', name })), oracle, `${name} ${now.toISOString()}`);
		}
	});
});

describe('resolveRange()', () => {
	const now = '2026-11-20T09:02:03Z';

	it('resolves a number of past days to the range from midnight of the first day until now', () => {
		assert.deepEqual(resolve({ kind: 'lastDays', days: 7 }, now), ['2026-11-13 00:00:00', '2026-11-20 09:02:03']);
		assert.deepEqual(resolve({ kind: 'lastDays', days: 3 }, now), ['2026-11-17 00:00:00', '2026-11-20 09:02:03']);
		assert.deepEqual(resolve({ kind: 'lastHours', hours: 36 }, now), ['2026-11-18 21:02:03', '2026-11-20 09:02:03']);
		assert.deepEqual(resolve({ kind: 'lastDays', days: 90 }, '2026-03-01T00:00:00Z'), [
			'2025-12-01 00:00:00',
			'2026-03-01 00:00:00',
		]);
		assert.deepEqual(resolve({ kind: 'lastDays', days: 7 }, '2024-03-07T12:00:00Z')[0], '2024-02-29 00:00:00');
	});

	it('resolves calendar days in the given time zone', () => {
		const late = '2026-11-20T23:30:00Z';
		assert.deepEqual(resolve({ kind: 'today' }, late, berlin), ['2026-11-21 00:00:00', '2026-11-21 00:30:00']);
		assert.deepEqual(resolve({ kind: 'yesterday' }, late, berlin), ['2026-11-20 00:00:00', '2026-11-20 23:59:59']);
		assert.deepEqual(resolve({ kind: 'yesterday' }, late), ['2026-11-19 00:00:00', '2026-11-19 23:59:59']);
	});

	it('resolves today and yesterday at the turn of the year', () => {
		const newYear = '2027-01-01T00:00:00Z';
		assert.deepEqual(resolve({ kind: 'yesterday' }, newYear), ['2026-12-31 00:00:00', '2026-12-31 23:59:59']);
		assert.deepEqual(resolve({ kind: 'today' }, newYear), ['2027-01-01 00:00:00', '2027-01-01 00:00:00']);
	});

	it('resolves the last 24 hours to 24 elapsed hours even across a time change', () => {
		const last = { kind: 'last24Hours' } as const;
		assert.deepEqual(resolve(last, now), ['2026-11-19 09:02:03', '2026-11-20 09:02:03']);
		// Clocks go forward on 29 March 2026 at 2:00 and back on 25 October 2026 at 3:00.
		assert.deepEqual(resolve(last, '2026-03-29T10:00:00Z', berlin), ['2026-03-28 11:00:00', '2026-03-29 12:00:00']);
		assert.deepEqual(resolve(last, '2026-10-25T11:00:00Z', berlin), ['2026-10-24 13:00:00', '2026-10-25 12:00:00']);
	});

	it('resolves calendar days to whole days even across a time change', () => {
		const late = '2026-03-29T22:30:00Z';
		assert.deepEqual(resolve({ kind: 'yesterday' }, late, berlin), ['2026-03-29 00:00:00', '2026-03-29 23:59:59']);
		// In São Paulo, there was no midnight on 4 November 2018.
		assert.deepEqual(resolve({ kind: 'today' }, '2018-11-04T12:00:00Z', saoPaulo)[0], '2018-11-04 00:00:00');
		assert.deepEqual(
			resolve({ kind: 'lastDays', days: 7 }, '2018-11-11T12:00:00Z', saoPaulo)[0],
			'2018-11-04 00:00:00',
		);
	});

	it('returns fixed start and end times of a range unchanged', () => {
		const since = { year: 2026, month: 2, day: 28, hour: 1, minute: 2, second: 3 };
		const until = { year: 2026, month: 3, day: 1, hour: 4, minute: 5, second: 6 };
		assert.deepEqual(resolve({ kind: 'between', since, until }, now, berlin), [
			'2026-02-28 01:02:03',
			'2026-03-01 04:05:06',
		]);
	});

	it('never resolves a range to an end before its start, in any time zone', () => {
		const random = new Random(31);
		const zones = Intl.supportedValuesOf('timeZone');
		const ranges: readonly [Range, ...Range[]] = [
			{ kind: 'last24Hours' },
			{ kind: 'lastDays', days: 14 },
			{ kind: 'today' },
			{ kind: 'yesterday' },
		];
		for (let round = 0; round < 500; round++) {
			const moment = new Date(Math.floor(random.next() * 2e9) * 1000);
			const zone: Zone = { kind: 'named', name: zones[random.below(zones.length)] ?? 'UTC' };
			const { since, until } = resolveRange(random.pick(ranges), moment, zone);
			assert.ok(toUtc(since) <= toUtc(until), `${zone.name} ${moment.toISOString()}`);
		}
	});
});

describe('zoneName()', () => {
	for (const [zone, name] of [
		[berlin, 'Europe/Berlin'],
		[{ kind: 'offset', seconds: 19_800 }, '+05:30'],
		[{ kind: 'offset', seconds: -12_600 }, '-03:30'],
		[{ kind: 'offset', seconds: 0 }, '+00:00'],
	] as const) {
		it(`converts ${JSON.stringify(zone)} to a time zone name that Intl knows`, () => {
			assert.equal(zoneName(zone), name);
			assert.ok(isZoneName(name));
		});
	}
});
