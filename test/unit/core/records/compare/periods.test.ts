import assert from 'node:assert/strict';
import { equalParts, hourOfDay, wholeDays } from '../../../../../src/core/records/compare/periods';
import { difference, intersection, placeIn, secondsIn } from '../../../../../src/core/records/compare/spans';
import type { TimeRange } from '../../../../../src/shared/comparison';
import { zoneOffsets } from '../../../../../src/shared/zones';
import { Random } from '../../../../support/random';

const at = (text: string) => Date.parse(text) / 1000;

const getSeconds = (spans: readonly TimeRange[]) =>
	spans.flatMap(({ since, until }) => Array.from({ length: until - since + 1 }, (_, index) => since + index));

function randomSpans(random: Random): TimeRange[] {
	const edges = [...new Set(random.times(2 * random.below(4), () => random.below(60)))].sort((a, b) => a - b);
	return edges.flatMap((since, index) => {
		const until = edges[index + 1];
		return index % 2 === 0 && until !== undefined ? [{ since, until: until - 1 }] : [];
	});
}

describe('time spans', () => {
	it('intersects and subtracts time spans like sets of seconds', () => {
		const random = new Random(5);
		for (let round = 0; round < 500; round++) {
			const [one, other] = [randomSpans(random), randomSpans(random)];
			const [ones, others] = [getSeconds(one), getSeconds(other)];
			const both = ones.filter((second) => others.includes(second));
			assert.deepEqual(getSeconds(intersection(one, other)), both);
			assert.deepEqual(
				getSeconds(difference(one, other)),
				ones.filter((second) => !others.includes(second)),
			);
			assert.equal(secondsIn(one), ones.length);
			const place = placeIn(one);
			for (let second = -1; second <= 60; second++) {
				const index = ones.indexOf(second);
				assert.equal(place(second), index === -1 ? undefined : index);
			}
			assert.equal(place(Number.NaN), undefined);
		}
	});
});

describe('periods of a time range', () => {
	it('splits time spans into calendar days of a time zone without losing a second', () => {
		// Clocks go forward on 29 March 2026, which has 23 hours.
		const days = wholeDays(
			[
				{ since: at('2026-03-27T12:00:00+01:00'), until: at('2026-03-30T00:00:00+02:00') - 1 },
				{ since: at('2026-03-31T00:00:00+02:00'), until: at('2026-04-01T00:00:00+02:00') - 1 },
			],
			'Europe/Berlin',
		);
		assert.equal(days.count, 3);
		const of = [
			'2026-03-27T13:00:00+01:00',
			'2026-03-28T00:00:00+01:00',
			'2026-03-29T00:00:00+01:00',
			'2026-03-29T23:59:59+02:00',
			'2026-03-30T12:00:00+02:00',
			'2026-03-31T23:59:59+02:00',
			'2026-04-01T00:00:00+02:00',
			'2025-01-01T00:00:00Z',
		].map((text) => days.of(at(text)));
		assert.deepEqual(of, [-1, 0, 1, 1, -1, 2, -1, -1]);
		assert.equal(days.of(Number.NaN), -1);
	});

	it('returns no days for an empty or unrealistically long time span', () => {
		assert.equal(wholeDays([], 'UTC').count, 0);
		assert.equal(wholeDays([{ since: 0, until: 9e9 }], 'UTC').count, 0);
	});

	it('splits time spans with gaps into periods of equal length', () => {
		const parts = equalParts(
			[
				{ since: 0, until: 9 },
				{ since: 100, until: 109 },
			],
			4,
		);
		assert.deepEqual(
			[0, 4, 5, 9, 50, 100, 105, 109, 110].map((time) => parts.of(time)),
			[0, 0, 1, 1, -1, 2, 3, 3, -1],
		);
	});

	it('returns the local hour of the day for any time in any time zone', () => {
		const random = new Random(6);
		for (const timeZone of ['UTC', 'Europe/Berlin', 'Asia/Kolkata', 'Australia/Lord_Howe', 'America/St_Johns']) {
			const [first, last] = [at('2026-01-01T00:00:00Z'), at('2027-01-01T00:00:00Z')];
			const offsetAt = zoneOffsets(timeZone);
			const hourAt = hourOfDay(first, last, timeZone);
			for (let round = 0; round < 2000; round++) {
				const time = first + random.below(last - first);
				const local = time + offsetAt(time);
				assert.equal(hourAt(time), Math.floor((local % 86_400) / 3600), `${timeZone} ${time}`);
			}
		}
	});
});
