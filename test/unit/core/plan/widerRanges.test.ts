import * as assert from 'node:assert/strict';
import { dayCounts, type Range } from '../../../../src/core/plan/range';
import { widerRanges } from '../../../../src/core/plan/widerRanges';
import { type CivilTime, formatCivil } from '../../../../src/shared/civilTime';

const day = (day: number, hour = 0): CivilTime => ({ year: 2026, month: 11, day, hour, minute: 0, second: 0 });
const asked = { since: day(13), until: day(20, 9) };

function describeAll(ranges: readonly Range[]): string[] {
	return ranges.map((range) => {
		switch (range.kind) {
			case 'lastDays':
				return `${range.days} days`;
			case 'between':
				return `${formatCivil(range.since)} – ${formatCivil(range.until)}`;
			default:
				return range.kind;
		}
	});
}

describe('widerRanges()', () => {
	const cases: readonly [Range, string[]][] = [
		[{ kind: 'today' }, ['7 days', '90 days']],
		[{ kind: 'yesterday' }, ['7 days', '90 days']],
		[{ kind: 'last24Hours' }, ['7 days', '90 days']],
		[{ kind: 'lastDays', days: 7 }, ['14 days', '90 days']],
		[{ kind: 'lastDays', days: 30 }, ['90 days']],
	];
	for (const [range, wider] of cases) {
		it(`suggests ${wider.join(' and ')} as ranges wider than ${describeAll([range])}`, () => {
			assert.deepEqual(describeAll(widerRanges(range, asked)), wider);
		});
	}

	it('suggests a wider range even for the longest predefined range', () => {
		const longest = dayCounts.at(-1);
		assert.ok(longest);
		assert.deepEqual(describeAll(widerRanges({ kind: 'lastDays', days: longest }, asked)), [
			'2026-10-21 21:00:00 – 2026-11-20 09:00:00',
		]);
	});

	it('suggests a range four times as long as a custom range and with the same end', () => {
		assert.deepEqual(
			describeAll(widerRanges({ kind: 'between', since: day(19), until: day(20) }, { since: day(19), until: day(20) })),
			['2026-11-16 00:00:00 – 2026-11-20 00:00:00'],
		);
	});

	it('suggests ranges of whole days for a custom range of whole days', () => {
		const ends = { since: day(10), until: { ...day(12, 23), minute: 59, second: 59 } };
		assert.deepEqual(describeAll(widerRanges({ kind: 'between', ...ends }, ends)), [
			'2026-11-01 00:00:00 – 2026-11-12 23:59:59',
		]);
	});

	it('suggests ranges in days for a custom range with zero length', () => {
		assert.deepEqual(
			describeAll(widerRanges({ kind: 'between', since: day(20), until: day(20) }, { since: day(20), until: day(20) })),
			['2026-11-16 00:00:00 – 2026-11-20 00:00:00'],
		);
	});
});
