import * as assert from 'node:assert/strict';
import type { Asked, KeptDay } from '../../../../src/core/kept/model/keptSet';
import {
	currentUntil,
	lookedUntil,
	type Mark,
	movedTo,
	rangesAround,
	seenUntil,
} from '../../../../src/core/kept/model/mark';
import { factsOfSet } from '../../../../src/core/kept/model/setFacts';
import { utc, type Zone } from '../../../../src/core/plan/range';

const seconds = (moment: string) => Date.parse(moment) / 1000;
const day = 86_400;

const asked = (at: string, until: string, zone: Zone = utc): Asked => ({
	at,
	until,
	zone,
	largest: 1,
	proof: 'proven',
	doubts: [],
	notGivenAgain: 0,
});
const whole = (date: string, next: string, at: string): KeptDay => ({
	day: date,
	asked: asked(at, `${next} 00:00:01`),
});
const coversOf = (days: readonly KeptDay[], zone: Zone = utc) =>
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

describe('the mark of a kept set', () => {
	const settled = [
		whole('2026-11-17', '2026-11-18', '2026-11-20T09:02:00.500Z'),
		whole('2026-11-18', '2026-11-19', '2026-11-20T09:02:00.500Z'),
		whole('2026-11-19', '2026-11-20', '2026-11-20T09:02:00.500Z'),
	];
	const today: KeptDay = { day: '2026-11-20', asked: asked('2026-11-20T09:02:00.500Z', '2026-11-20 09:02:00') };
	const currentTo = '2026-11-20T09:02:00.500Z';
	const ended = { currentTo, updatedAt: '2026-11-20T09:02:05.000Z' };
	const nineTwo = seconds('2026-11-20T09:02:00Z');

	it('is set where the set was current, whatever the clock shows by now', () => {
		const covers = coversOf([...settled, today]);
		assert.equal(seenUntil(covers, ended, undefined), nineTwo);
		assert.deepEqual(lookedUntil(undefined, nineTwo), { at: nineTwo, earlier: [] });
	});

	it('is set by a first look at what has come: what is missing is older', () => {
		assert.equal(seenUntil(coversOf([today]), { currentTo, updatedAt: undefined }, undefined), nineTwo);
		assert.equal(seenUntil([], { currentTo: undefined, updatedAt: undefined }, undefined), undefined);
	});

	it('stays before what an update that was stopped has yet to bring', () => {
		const covers = coversOf([whole('2026-11-17', '2026-11-18', '2026-11-19T09:00:00Z'), today]);
		const mark = seconds('2026-11-17T18:00:00Z');
		assert.equal(seenUntil(covers, { currentTo, updatedAt: '2026-11-17T18:00:10Z' }, mark), undefined);
		// The update came to its end: the days between were refused, and nothing of them is to come.
		assert.equal(seenUntil(covers, ended, mark), nineTwo);
		// The hole is older than the mark.
		assert.equal(seenUntil(covers, { currentTo, updatedAt: undefined }, seconds('2026-11-20T08:00:00Z')), nineTwo);
	});

	it('is not ahead of what was asked in an hour that the clock shows twice', () => {
		const zone: Zone = { kind: 'named', name: 'Europe/Berlin' };
		// 02:30 is 00:30 UTC, and once more 01:30 UTC.
		const at = '2026-10-25T00:30:00.000Z';
		const covers = coversOf([{ day: '2026-10-25', asked: asked(at, '2026-10-25 02:30:00', zone) }], zone);
		assert.equal(covers.at(-1)?.until, seconds('2026-10-25T01:30:00Z'));
		assert.equal(currentUntil(covers, at), seconds(at));
	});

	it('remembers where it was, and goes back there', () => {
		const first: Mark = { at: 100, earlier: [] };
		const second = lookedUntil(first, 200);
		assert.deepEqual(second, { at: 200, earlier: [100] });
		assert.deepEqual(lookedUntil(second, 200), second);
		assert.deepEqual(movedTo(second, 100), { at: 100, earlier: [200] });
		const many = [300, 400, 500, 600, 700, 800].reduce(lookedUntil, second);
		assert.deepEqual(many, { at: 800, earlier: [700, 600, 500, 400, 300] });
	});

	it('comes back from where a wrong clock had put it', () => {
		assert.deepEqual(lookedUntil({ at: 500, earlier: [100] }, 300), { at: 300, earlier: [100] });
	});
});

describe('the ranges around a mark', () => {
	const covers = [{ since: 10 * day, until: 40 * day }];

	it('are as long as each other, meet at the mark and leave no second out', () => {
		const found = rangesAround(covers, 37 * day, 40 * day);
		assert.deepEqual(found, {
			before: { since: 34 * day + 1, until: 37 * day },
			after: { since: 37 * day + 1, until: 40 * day },
		});
		const length = ({ since, until }: { since: number; until: number }) => until - since + 1;
		assert.equal(found && length(found.before), found && length(found.after));
	});

	it('are what there is before, where that is less', () => {
		assert.deepEqual(rangesAround(covers, 12 * day, 40 * day)?.before, { since: 10 * day, until: 12 * day });
	});

	it('are none where nothing is after the mark, or nothing kept before it', () => {
		assert.equal(rangesAround(covers, 40 * day, 40 * day), undefined);
		assert.equal(rangesAround(covers, 41 * day, 40 * day), undefined);
		assert.equal(rangesAround(covers, 9 * day, 40 * day), undefined);
		assert.equal(rangesAround([], 9 * day, 40 * day), undefined);
	});

	it('are counted in seconds over days of 23 and 25 hours', () => {
		// In Berlin the clock was put back on October 25, 2026: three days on the calendar are 73 hours.
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
		const mark = seconds('2026-10-23T09:00:00+02:00');
		const found = rangesAround(covers, mark, until);
		assert.equal(until - mark, 73 * 3600);
		assert.equal(found?.before.since, mark - 73 * 3600 + 1);
	});
});
