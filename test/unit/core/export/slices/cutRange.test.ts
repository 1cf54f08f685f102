import * as assert from 'node:assert/strict';
import {
	countByCalendar,
	cutByCalendar,
	halve,
	type SliceRange,
	secondsOf,
} from '../../../../../src/core/export/slices/cutRange';
import type { Zone } from '../../../../../src/core/plan/range';
import { utc } from '../../../../../src/core/plan/range';
import { measured } from '../../../../support/measured';
import { processorTime } from '../../../../support/processorTime';
import { Random } from '../../../../support/random';
import { shownOnceOn } from '../support/shownOnce';

const berlin: Zone = { kind: 'named', name: 'Europe/Berlin' };

function range(since: string, until: string): SliceRange {
	return { since, until };
}

function ends(ranges: readonly SliceRange[]): readonly (readonly [string, string])[] {
	return ranges.map(({ since, until }) => [since, until]);
}

describe('cutByCalendar', () => {
	it('cuts at midnight; neighbours share the first two seconds of a day', () => {
		assert.deepEqual(ends(cutByCalendar(range('2026-11-18 13:00:00', '2026-11-20 09:00:00'), 'day', utc)), [
			['2026-11-18 13:00:00', '2026-11-19 00:00:01'],
			['2026-11-19 00:00:00', '2026-11-20 00:00:01'],
			['2026-11-20 00:00:00', '2026-11-20 09:00:00'],
		]);
	});

	it('leaves whole what lies within one day, to its last second', () => {
		const day = range('2026-11-18 00:00:00', '2026-11-18 23:59:59');
		assert.deepEqual(cutByCalendar(day, 'day', utc), [day]);
		assert.deepEqual(cutByCalendar(day, 'hour', utc).length, 24);
	});

	it('does not cut where an edge leaves one side nothing of its own', () => {
		const edge = range('2026-11-18 23:00:00', '2026-11-19 00:00:01');
		assert.deepEqual(cutByCalendar(edge, 'day', utc), [edge]);
	});

	it('stays away from the hour that the clock shows twice', () => {
		// Berlin goes from 03:00 back to 02:00 on 25 October 2026.
		const night = cutByCalendar(range('2026-10-25 00:00:00', '2026-10-25 05:00:00'), 'hour', berlin);
		assert.deepEqual(ends(night), [
			['2026-10-25 00:00:00', '2026-10-25 01:00:01'],
			['2026-10-25 01:00:00', '2026-10-25 01:59:01'],
			['2026-10-25 01:59:00', '2026-10-25 03:00:01'],
			['2026-10-25 03:00:00', '2026-10-25 04:00:01'],
			['2026-10-25 04:00:00', '2026-10-25 05:00:00'],
		]);
	});

	it('stays away from the hour that the clock skips', () => {
		// Berlin goes from 02:00 to 03:00 on 29 March 2026.
		const night = cutByCalendar(range('2026-03-29 01:30:00', '2026-03-29 04:30:00'), 'hour', berlin);
		assert.deepEqual(
			night.map(({ since }) => since.slice(11)),
			['01:30:00', '01:59:00', '03:00:00', '04:00:00'],
		);
	});

	for (const [name, year] of [
		['Australia/Lord_Howe', '2026'],
		['Africa/Casablanca', '2026'],
		['Pacific/Apia', '2011'],
	] as const) {
		it(`does so in every hour of a year (${name})`, () => {
			const zone: Zone = { kind: 'named', name };
			const hours = cutByCalendar(range(`${year}-01-01 00:00:00`, `${year}-12-31 23:59:59`), 'hour', zone);
			const cuts = hours.slice(1).map((hour) => secondsOf(hour)[0]);
			assert.ok(cuts.length > 8700);
			// All that are not where they would be, and some that are.
			const told = cuts.filter((cut, index) => cut % 3600 !== 0 || index % 100 === 0);
			const isShownOnce = shownOnceOn(zone);
			assert.ok(told.every((cut) => isShownOnce(cut) && isShownOnce(cut + 1)));
		});
	}

	measured('cuts five years by hours before others could take the process for dead', () => {
		const started = processorTime();
		const hours = cutByCalendar(range('2021-11-21 00:00:00', '2026-11-21 00:00:00'), 'hour', berlin);
		assert.ok(hours.length > 43_000);
		const took = processorTime() - started;
		assert.ok(took < 5000, `${took} ms`);
	});

	it('makes as many as are counted before', () => {
		const random = new Random(11);
		const first = secondsOf(range('2026-11-18 00:00:00', '2026-11-18 00:00:00'))[0];
		const textOf = (second: number) => new Date(second * 1000).toISOString().slice(0, 19).replace('T', ' ');
		for (let run = 0; run < 200; run++) {
			const since = first + random.below(86_400);
			// Where an edge leaves one side no second of its own there is one less.
			const until = since + 60 * random.below(5000) + 30;
			const asked = range(textOf(since), textOf(until));
			for (const slicing of ['day', 'hour'] as const) {
				const count = countByCalendar(asked, slicing);
				const made = cutByCalendar(asked, slicing, utc).length;
				assert.ok(count === made || count === made + 1, `${count}, ${made}`);
			}
		}
		const year = range('2026-01-01 00:00:00', '2026-12-31 23:59:59');
		assert.deepEqual([countByCalendar(year, 'day'), countByCalendar(year, 'hour')], [365, 8760]);
		assert.equal(cutByCalendar(year, 'hour', utc).length, 8760);
		assert.equal(countByCalendar(range('0226-01-01 00:00:00', '2026-11-20 23:59:59'), 'day'), 657_761);
	});

	it('does so for a midnight that is skipped', () => {
		// Cairo goes from 00:00 to 01:00 on 24 April 2026.
		const days = cutByCalendar(range('2026-04-23 00:00:00', '2026-04-25 23:59:59'), 'day', {
			kind: 'named',
			name: 'Africa/Cairo',
		});
		assert.deepEqual(
			days.map(({ since }) => since),
			['2026-04-23 00:00:00', '2026-04-23 23:59:00', '2026-04-25 00:00:00'],
		);
	});
});

describe('halve', () => {
	it('cuts in the middle', () => {
		assert.deepEqual(ends(halve(range('2026-11-18 00:00:00', '2026-11-18 02:00:00'), utc, { floor: 60 }) ?? []), [
			['2026-11-18 00:00:00', '2026-11-18 01:00:01'],
			['2026-11-18 01:00:00', '2026-11-18 02:00:00'],
		]);
	});

	it('makes no half shorter than the floor', () => {
		const short = (seconds: number) =>
			halve(range('2026-11-18 00:00:00', `2026-11-18 00:0${Math.floor(seconds / 60)}:${seconds % 60 || '00'}`), utc, {
				floor: 60,
			});
		assert.equal(short(119), undefined);
		assert.ok(short(120));
	});

	it('cuts where it is told, unless that is outside', () => {
		const day = range('2026-11-18 00:00:00', '2026-11-18 23:59:59');
		const [since] = secondsOf(day);
		const cutNear = (near: number) => halve(day, utc, { floor: 60, near: since + near })?.[1].since.slice(11);
		assert.equal(cutNear(7), '00:00:07');
		assert.equal(cutNear(0), '11:59:59');
		assert.equal(cutNear(-500), '11:59:59');
		assert.equal(cutNear(200_000), '11:59:59');
	});

	it('goes down to a floor of one second, with something new on each side, and ends', () => {
		const pieces = [range('2026-11-18 00:00:00', '2026-11-18 00:00:09')];
		for (let index = 0; index < pieces.length; index++) {
			assert.ok(pieces.length < 100);
			pieces.push(...(halve(pieces[index] ?? range('', ''), utc, { floor: 1 }) ?? []));
		}
		assert.ok(pieces.some((piece) => secondsOf(piece)[1] - secondsOf(piece)[0] === 2));
	});

	it('finds another place for a cut in an hour that is shown twice, or none', () => {
		const around = halve(range('2026-10-25 01:30:00', '2026-10-25 03:30:00'), berlin, { floor: 60 });
		assert.equal(around?.[1].since, '2026-10-25 03:00:00');
		assert.equal(halve(range('2026-10-25 02:10:00', '2026-10-25 02:50:00'), berlin, { floor: 60 }), undefined);
	});

	it('never cuts inside a repeated hour, in any zone, and covers every second', () => {
		const random = new Random(4);
		const zones = ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kolkata', 'Pacific/Apia'];
		for (let round = 0; round < 300; round++) {
			const zone: Zone = { kind: 'named', name: zones[round % zones.length] ?? '' };
			const day = `2026-${random.pick(['03-29', '10-25', '11-01', '04-05', '03-08'])}`;
			const hour = String(random.below(6)).padStart(2, '0');
			const halves = halve(range(`${day} 00:00:00`, `${day} ${hour}:30:00`), zone, { floor: 60 });
			if (halves) {
				const [before, after] = halves.map(secondsOf);
				assert.ok(before && after);
				assert.equal(before[1] - after[0], 1);
				const isShownOnce = shownOnceOn(zone);
				assert.ok(isShownOnce(after[0]) && isShownOnce(before[1]));
			}
		}
	});
});
