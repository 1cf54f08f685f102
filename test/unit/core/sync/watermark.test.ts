import * as assert from 'node:assert/strict';
import { utc, type Zone } from '../../../../src/core/plan/range';
import { factsOfSet } from '../../../../src/core/sync/model/setFacts';
import type { LastRequest, SyncedDay } from '../../../../src/core/sync/model/syncedSet';
import {
	advancedWatermark,
	currentUntil,
	movedTo,
	rangesAround,
	seenUntil,
	type Watermark,
} from '../../../../src/core/sync/model/watermark';

const seconds = (moment: string) => Date.parse(moment) / 1000;
const day = 86_400;

const asked = (at: string, until: string, zone: Zone = utc): LastRequest => ({
	at,
	until,
	zone,
	largest: 1,
	proof: 'proven',
	doubts: [],
	notGivenAgain: 0,
});
const whole = (date: string, next: string, at: string): SyncedDay => ({
	day: date,
	asked: asked(at, `${next} 00:00:01`),
});
const coversOf = (days: readonly SyncedDay[], zone: Zone = utc) =>
	factsOfSet({
		zone,
		days,
		plan: {
			application: { id: '101' },
			format: 'csv',
			fields: [],
			filters: [],
			skipUnavailableShards: false,
			since: '2026-11-01',
		},
	}).covers;

describe('watermark of a synced set (time of the last review)', () => {
	const finalDays = [
		whole('2026-11-17', '2026-11-18', '2026-11-20T09:02:00.500Z'),
		whole('2026-11-18', '2026-11-19', '2026-11-20T09:02:00.500Z'),
		whole('2026-11-19', '2026-11-20', '2026-11-20T09:02:00.500Z'),
	];
	const today: SyncedDay = { day: '2026-11-20', asked: asked('2026-11-20T09:02:00.500Z', '2026-11-20 09:02:00') };
	const currentTo = '2026-11-20T09:02:00.500Z';
	const ended = { currentTo, updatedAt: '2026-11-20T09:02:05.000Z' };
	const nineTwo = seconds('2026-11-20T09:02:00Z');

	it('sets the watermark to the time of the last sync, not to the current time', () => {
		const covers = coversOf([...finalDays, today]);
		assert.equal(seenUntil(covers, ended, undefined), nineTwo);
		assert.deepEqual(advancedWatermark(undefined, nineTwo), { at: nineTwo, earlier: [] });
	});

	it('sets the first watermark to the end of the synced records, even if the sync was not completed', () => {
		assert.equal(seenUntil(coversOf([today]), { currentTo, updatedAt: undefined }, undefined), nineTwo);
		assert.equal(seenUntil([], { currentTo: undefined, updatedAt: undefined }, undefined), undefined);
	});

	it('keeps the watermark before days that an interrupted sync still has to download', () => {
		const covers = coversOf([whole('2026-11-17', '2026-11-18', '2026-11-19T09:00:00Z'), today]);
		const watermark = seconds('2026-11-17T18:00:00Z');
		assert.equal(seenUntil(covers, { currentTo, updatedAt: '2026-11-17T18:00:10Z' }, watermark), undefined);
		// The sync finished. The service refused the missing days, so none of their records are outstanding.
		assert.equal(seenUntil(covers, ended, watermark), nineTwo);
		// The missing days are older than the watermark.
		assert.equal(seenUntil(covers, { currentTo, updatedAt: undefined }, seconds('2026-11-20T08:00:00Z')), nineTwo);
	});

	it('does not advance the watermark beyond the requested time when clocks are set back', () => {
		const zone: Zone = { kind: 'named', name: 'Europe/Berlin' };
		// The local time 02:30 occurs twice: at 00:30 UTC and, after the time change, at 01:30 UTC.
		const at = '2026-10-25T00:30:00.000Z';
		const covers = coversOf([{ day: '2026-10-25', asked: asked(at, '2026-10-25 02:30:00', zone) }], zone);
		assert.equal(covers.at(-1)?.until, seconds('2026-10-25T01:30:00Z'));
		assert.equal(currentUntil(covers, at), seconds(at));
	});

	it('stores previous watermarks and restores them', () => {
		const first: Watermark = { at: 100, earlier: [] };
		const second = advancedWatermark(first, 200);
		assert.deepEqual(second, { at: 200, earlier: [100] });
		assert.deepEqual(advancedWatermark(second, 200), second);
		assert.deepEqual(movedTo(second, 100), { at: 100, earlier: [200] });
		const many = [300, 400, 500, 600, 700, 800].reduce(advancedWatermark, second);
		assert.deepEqual(many, { at: 800, earlier: [700, 600, 500, 400, 300] });
	});

	it('moves a watermark back if a wrong clock set it to a future time', () => {
		assert.deepEqual(advancedWatermark({ at: 500, earlier: [100] }, 300), { at: 300, earlier: [100] });
	});
});

describe('periods before and after a watermark', () => {
	const covers = [{ since: 10 * day, until: 40 * day }];

	it('period before a watermark consists of whole weeks and ends at the watermark', () => {
		assert.deepEqual(rangesAround([{ since: 0, until: 40 * day }], 37 * day, 40 * day), {
			before: { since: 9 * day + 1, until: 37 * day },
			after: { since: 37 * day + 1, until: 40 * day },
		});
		const long = rangesAround([{ since: 0, until: 80 * day }], 50 * day, 80 * day)?.before;
		assert.deepEqual(long, { since: 15 * day + 1, until: 50 * day });
	});

	it('shortens the period before a watermark if too few earlier records were synced', () => {
		assert.deepEqual(rangesAround(covers, 12 * day, 40 * day)?.before, { since: 10 * day, until: 12 * day });
	});

	it('returns no periods if there are no records before or after the watermark', () => {
		assert.equal(rangesAround(covers, 40 * day, 40 * day), undefined);
		assert.equal(rangesAround(covers, 41 * day, 40 * day), undefined);
		assert.equal(rangesAround(covers, 9 * day, 40 * day), undefined);
		assert.equal(rangesAround([], 9 * day, 40 * day), undefined);
	});

	it('measures the periods around a watermark in seconds, even across days of 23 and 25 hours', () => {
		// In Berlin, clocks went back on October 25, 2026: three calendar days have 73 hours.
		const zone: Zone = { kind: 'named', name: 'Europe/Berlin' };
		const at = '2026-10-26T08:00:00.000Z';
		const days = ['2026-10-19', '2026-10-20', '2026-10-21', '2026-10-22', '2026-10-23', '2026-10-24', '2026-10-25'].map(
			(date, place, all) => ({
				day: date,
				asked: asked(at, `${all[place + 1] ?? '2026-10-26'} 00:00:01`, zone),
			}),
		);
		const open = { day: '2026-10-26', asked: asked(at, '2026-10-26 09:00:00', zone) };
		const covers = coversOf([...days, open], zone);
		const until = currentUntil(covers, at) ?? 0;
		assert.equal(until, seconds(at));
		const watermark = seconds('2026-10-23T09:00:00+02:00');
		const found = rangesAround(covers, watermark, until);
		assert.equal(until - watermark, 73 * 3600);
		assert.deepEqual(found, {
			before: { since: seconds('2026-10-19T00:00:00+02:00'), until: watermark },
			after: { since: watermark + 1, until },
		});
	});
});
