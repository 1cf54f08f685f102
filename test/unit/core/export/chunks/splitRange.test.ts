import * as assert from 'node:assert/strict';
import {
	type ChunkRange,
	countByCalendar,
	getSeconds,
	halve,
	splitByCalendar,
} from '../../../../../src/core/export/chunks/splitRange';
import type { Zone } from '../../../../../src/core/plan/range';
import { utc } from '../../../../../src/core/plan/range';
import { measured } from '../../../../support/measured';
import { processorTime } from '../../../../support/processorTime';
import { Random } from '../../../../support/random';
import { shownOnceOn } from '../support/shownOnce';

const berlin: Zone = { kind: 'named', name: 'Europe/Berlin' };

function range(since: string, until: string): ChunkRange {
	return { since, until };
}

function ends(ranges: readonly ChunkRange[]): readonly (readonly [string, string])[] {
	return ranges.map(({ since, until }) => [since, until]);
}

describe('splitByCalendar()', () => {
	it('splits a range at midnight and includes the first two seconds of the day in both chunks', () => {
		assert.deepEqual(ends(splitByCalendar(range('2026-11-18 13:00:00', '2026-11-20 09:00:00'), 'day', utc)), [
			['2026-11-18 13:00:00', '2026-11-19 00:00:01'],
			['2026-11-19 00:00:00', '2026-11-20 00:00:01'],
			['2026-11-20 00:00:00', '2026-11-20 09:00:00'],
		]);
	});

	it('does not split a range that lies within one day, including its last second', () => {
		const day = range('2026-11-18 00:00:00', '2026-11-18 23:59:59');
		assert.deepEqual(splitByCalendar(day, 'day', utc), [day]);
		assert.deepEqual(splitByCalendar(day, 'hour', utc).length, 24);
	});

	it('does not split a range if the overlap would cover an entire chunk', () => {
		const edge = range('2026-11-18 23:00:00', '2026-11-19 00:00:01');
		assert.deepEqual(splitByCalendar(edge, 'day', utc), [edge]);
	});

	it('avoids chunk boundaries inside the repeated hour of a time change', () => {
		// In Berlin, clocks go back from 03:00 to 02:00 on 25 October 2026.
		const night = splitByCalendar(range('2026-10-25 00:00:00', '2026-10-25 05:00:00'), 'hour', berlin);
		assert.deepEqual(ends(night), [
			['2026-10-25 00:00:00', '2026-10-25 01:00:01'],
			['2026-10-25 01:00:00', '2026-10-25 01:59:01'],
			['2026-10-25 01:59:00', '2026-10-25 03:00:01'],
			['2026-10-25 03:00:00', '2026-10-25 04:00:01'],
			['2026-10-25 04:00:00', '2026-10-25 05:00:00'],
		]);
	});

	it('avoids chunk boundaries inside the skipped hour of a time change', () => {
		// In Berlin, clocks go forward from 02:00 to 03:00 on 29 March 2026.
		const night = splitByCalendar(range('2026-03-29 01:30:00', '2026-03-29 04:30:00'), 'hour', berlin);
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
		it(`avoids ambiguous chunk boundaries in every hour of a year (${name})`, () => {
			const zone: Zone = { kind: 'named', name };
			const hours = splitByCalendar(range(`${year}-01-01 00:00:00`, `${year}-12-31 23:59:59`), 'hour', zone);
			const cuts = hours.slice(1).map((hour) => getSeconds(hour)[0]);
			assert.ok(cuts.length > 8700);
			const told = cuts.filter((cut, index) => cut % 3600 !== 0 || index % 100 === 0);
			const isShownOnce = shownOnceOn(zone);
			assert.ok(told.every((cut) => isShownOnce(cut) && isShownOnce(cut + 1)));
		});
	}

	measured('splits five years into hours before other processes consider this process dead', () => {
		const started = processorTime();
		const hours = splitByCalendar(range('2021-11-21 00:00:00', '2026-11-21 00:00:00'), 'hour', berlin);
		assert.ok(hours.length > 43_000);
		const took = processorTime() - started;
		assert.ok(took < 5000, `${took} ms`);
	});

	it('predicts the number of chunks that a range is split into', () => {
		const random = new Random(11);
		const first = getSeconds(range('2026-11-18 00:00:00', '2026-11-18 00:00:00'))[0];
		const getText = (second: number) => new Date(second * 1000).toISOString().slice(0, 19).replace('T', ' ');
		for (let run = 0; run < 200; run++) {
			const since = first + random.below(86_400);
			// There is one chunk fewer if a chunk would contain nothing but a shared boundary.
			const until = since + 60 * random.below(5000) + 30;
			const asked = range(getText(since), getText(until));
			for (const chunking of ['day', 'hour'] as const) {
				const count = countByCalendar(asked, chunking);
				const made = splitByCalendar(asked, chunking, utc).length;
				assert.ok(count === made || count === made + 1, `${count}, ${made}`);
			}
		}
		const year = range('2026-01-01 00:00:00', '2026-12-31 23:59:59');
		assert.deepEqual([countByCalendar(year, 'day'), countByCalendar(year, 'hour')], [365, 8760]);
		assert.equal(splitByCalendar(year, 'hour', utc).length, 8760);
		assert.equal(countByCalendar(range('0226-01-01 00:00:00', '2026-11-20 23:59:59'), 'day'), 657_761);
	});

	it('does not put a chunk boundary at a midnight that a daylight saving time change skips', () => {
		// In Cairo, clocks go forward from 00:00 to 01:00 on 24 April 2026.
		const days = splitByCalendar(range('2026-04-23 00:00:00', '2026-04-25 23:59:59'), 'day', {
			kind: 'named',
			name: 'Africa/Cairo',
		});
		assert.deepEqual(
			days.map(({ since }) => since),
			['2026-04-23 00:00:00', '2026-04-23 23:59:00', '2026-04-25 00:00:00'],
		);
	});
});

describe('halve()', () => {
	it('splits a time range in the middle', () => {
		assert.deepEqual(ends(halve(range('2026-11-18 00:00:00', '2026-11-18 02:00:00'), utc, { floor: 60 }) ?? []), [
			['2026-11-18 00:00:00', '2026-11-18 01:00:01'],
			['2026-11-18 01:00:00', '2026-11-18 02:00:00'],
		]);
	});

	it('does not halve a time range if the halves would be shorter than the minimum length', () => {
		const short = (seconds: number) =>
			halve(range('2026-11-18 00:00:00', `2026-11-18 00:0${Math.floor(seconds / 60)}:${seconds % 60 || '00'}`), utc, {
				floor: 60,
			});
		assert.equal(short(119), undefined);
		assert.ok(short(120));
	});

	it('splits a range near the requested time unless that time is outside the range', () => {
		const day = range('2026-11-18 00:00:00', '2026-11-18 23:59:59');
		const [since] = getSeconds(day);
		const cutNear = (near: number) => halve(day, utc, { floor: 60, near: since + near })?.[1].since.slice(11);
		assert.equal(cutNear(7), '00:00:07');
		assert.equal(cutNear(0), '11:59:59');
		assert.equal(cutNear(-500), '11:59:59');
		assert.equal(cutNear(200_000), '11:59:59');
	});

	it('halves a time range down to one second and then stops', () => {
		const pieces = [range('2026-11-18 00:00:00', '2026-11-18 00:00:09')];
		for (let index = 0; index < pieces.length; index++) {
			assert.ok(pieces.length < 100);
			pieces.push(...(halve(pieces[index] ?? range('', ''), utc, { floor: 1 }) ?? []));
		}
		assert.ok(pieces.some((piece) => getSeconds(piece)[1] - getSeconds(piece)[0] === 2));
	});

	it('moves the split point out of a repeated hour, and does not split a range within that hour', () => {
		const around = halve(range('2026-10-25 01:30:00', '2026-10-25 03:30:00'), berlin, { floor: 60 });
		assert.equal(around?.[1].since, '2026-10-25 03:00:00');
		assert.equal(halve(range('2026-10-25 02:10:00', '2026-10-25 02:50:00'), berlin, { floor: 60 }), undefined);
	});

	it('never splits a range inside a repeated hour in any time zone', () => {
		const random = new Random(4);
		const zones = ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kolkata', 'Pacific/Apia'];
		for (let round = 0; round < 300; round++) {
			const zone: Zone = { kind: 'named', name: zones[round % zones.length] ?? '' };
			const day = `2026-${random.pick(['03-29', '10-25', '11-01', '04-05', '03-08'])}`;
			const hour = String(random.below(6)).padStart(2, '0');
			const halves = halve(range(`${day} 00:00:00`, `${day} ${hour}:30:00`), zone, { floor: 60 });
			if (halves) {
				const [before, after] = halves.map(getSeconds);
				assert.ok(before && after);
				assert.equal(before[1] - after[0], 1);
				const isShownOnce = shownOnceOn(zone);
				assert.ok(isShownOnce(after[0]) && isShownOnce(before[1]));
			}
		}
	});
});
