import assert from 'node:assert/strict';
import { env } from 'vscode';
import type { CivilTime } from '../../src/shared/civilTime';
import { withoutIcons, withoutLinks } from '../../src/vscode/escaping';
import {
	describeRecordCount,
	formatAgo,
	formatBytes,
	formatCount,
	formatDuration,
	splitSentence,
} from '../../src/wording/formats';
import { describeFlags } from '../../src/wording/outcomeMessages';
import { describeDates, describeRange } from '../../src/wording/planMessages';

const now = new Date(2026, 10, 20, 12);

describe('formatting of values', () => {
	before(() => assert.equal(env.language, 'en', 'the expectations are in English'));

	it('formats date ranges as the user selected them', () => {
		assert.equal(describeRange({ kind: 'last24Hours' }), 'Last 24 hours');
		assert.equal(describeRange({ kind: 'lastDays', days: 14 }), 'Last 14 days');
		assert.equal(describeRange({ kind: 'today' }), 'Today');
		assert.equal(describeRange({ kind: 'yesterday' }), 'Yesterday');
		const october = { kind: 'between', since: time(10, 1), until: time(10, 31, 23, 59, 59) } as const;
		assert.equal(plain(describeRange(october, now)), 'Oct 1 – 31');
	});

	const dates: readonly [since: CivilTime | string, until: CivilTime | string, words: string][] = [
		[time(11, 13), time(11, 20, 9, 0, 37), 'Nov 13, 00:00 – Nov 20, 09:00'],
		[time(11, 19), time(11, 19, 23, 59, 59), 'Nov 19'],
		[time(11, 19), time(11, 19, 9), 'Nov 19, 00:00 – 09:00'],
		[time(9, 30), time(10, 1, 23, 59, 59), 'Sep 30 – Oct 1'],
		['2025-12-31 00:00:00', '2026-01-01 23:59:59', 'Dec 31, 2025 – Jan 1, 2026'],
		['2025-03-01', '2025-03-31', 'Mar 1 – 31, 2025'],
		['2026-11-02 00:00:00', '2026-11-01 23:59:59', 'Nov 2 – Nov 1'],
		['soon', 'later', 'soon – later'],
	];
	for (const [since, until, words] of dates) {
		it(`formats dates to the minute: ${words}`, () => assert.equal(plain(describeDates(since, until, now)), words));
	}

	it('shows exact record counts below one million, and rounds larger counts down', () => {
		assert.equal(formatCount(1_234_567), '1,234,567');
		assert.deepEqual([0, 1, 12_431, 999_999, 1_299_999].map(describeRecordCount), [
			'0 records',
			'1 record',
			'12,431 records',
			'999,999 records',
			'1.2M records',
		]);
	});

	it('formats file sizes in decimal units', () => {
		assert.deepEqual([0, 1, 999, 1000, 4_120_000, 50_000_000, 1_234_000_000].map(formatBytes).map(plain), [
			'0 bytes',
			'1 byte',
			'999 bytes',
			'1 kB',
			'4.1 MB',
			'50 MB',
			'1.2 GB',
		]);
	});

	it('formats durations', () => {
		assert.deepEqual([40, 820, 9_940, 42_000, 59_700, 65_000, 600_000, 7_800_000].map(formatDuration).map(plain), [
			'0s',
			'0.8s',
			'9.9s',
			'42s',
			'1m',
			'1m 5s',
			'10m',
			'2h 10m',
		]);
	});

	it('formats a time as a relative age, and as a date after one month', () => {
		const ago = (minutes: number) => formatAgo(new Date(now.getTime() - minutes * 60_000).toISOString(), now);
		assert.deepEqual([-5, 0, 1, 59, 60, 179, 24 * 60, 29 * 24 * 60].map(ago), [
			'just now',
			'just now',
			'1 min ago',
			'59 min ago',
			'1 h ago',
			'2 h ago',
			'1 d ago',
			'29 d ago',
		]);
		assert.equal(formatAgo(new Date(2026, 9, 1), now), 'Oct 1, 2026');
		assert.equal(formatAgo('no time', now), 'no time');
	});

	it('describes the flags of an export, including the limit if one was requested', () => {
		const [cut, skipped] = describeFlags(['limitReached', 'shardsSkipped'], 10_000);
		assert.match(cut?.meaning ?? '', /limit of 10,000 was reached\. These records are an arbitrary subset/);
		assert.match(skipped?.meaning ?? '', /may be missing/);
		assert.match(describeFlags(['limitReached'])[0]?.meaning ?? '', /limit of the service/);
	});

	it('splits a string after its first sentence', () => {
		assert.deepEqual(splitSentence('api.example.test did not answer in 3.5 s. Try again. Or not.'), {
			first: 'api.example.test did not answer in 3.5 s.',
			rest: 'Try again. Or not.',
		});
		assert.deepEqual(splitSentence('One'), { first: 'One', rest: '' });
		assert.deepEqual(splitSentence(''), { first: '', rest: '' });
	});

	it('escapes icon syntax in names', () => {
		assert.equal(withoutIcons('$(bug) costs $5 $(x)'), '\\$(bug) costs $5 \\$(x)');
	});

	it('prevents Markdown links in messages by breaking their syntax', () => {
		assert.equal(withoutLinks('[a](command:b) f(x)[0](1)'), '[a] (command:b) f(x)[0] (1)');
	});
});

function time(month: number, day: number, hour = 0, minute = 0, second = 0): CivilTime {
	return { year: 2026, month, day, hour, minute, second };
}

function plain(text: string): string {
	return text.replace(/[\u00a0\u2009\u202f]/g, ' ');
}
