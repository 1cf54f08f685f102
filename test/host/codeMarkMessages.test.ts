import assert from 'node:assert/strict';
import type { SiteCount } from '../../src/core/records/query/crashSites/siteAnswers';
import {
	describeAtLeast,
	describeCodeMark,
	describeLeftOfFile,
	describeMarkedLine,
	describeNoCodeMarks,
	type MarkedLineKind,
	spokenCodeMark,
} from '../../src/wording/codeMarkMessages';

const now = new Date(2026, 10, 23, 12);
const seconds = (date: Date) => date.getTime() / 1000;

const count: SiteCount = {
	records: 142,
	devices: 37,
	firstSeen: seconds(new Date(2026, 10, 1)),
	lastSeen: seconds(new Date(2026, 10, 23, 9)),
	versions: { first: '3.1', last: '3.2', count: 2 },
	trend: [],
	groupCount: 1,
	groups: [],
};

describe('code mark messages', () => {
	it('shows records, devices, versions and last occurrence in a code lens', () => {
		assert.equal(describeCodeMark(count, false, now), '142 records · 37 devices · 3.1 – 3.2 · last seen today');
		assert.equal(
			describeCodeMark({ ...count, groupCount: 2 }, true, now),
			'142+ records · 37+ devices · 3.1 – 3.2 · last seen today · 2 groups',
		);
		const lean = { ...count, records: 1, devices: undefined, versions: undefined, lastSeen: undefined };
		assert.equal(describeCodeMark(lean, false, now), '1 record');
	});

	it('omits details from a code lens if the text would be too long', () => {
		const name = 'a-long-name-of-a-version-that-somebody-made';
		const text = describeCodeMark({ ...count, versions: { first: name, last: `${name}2`, count: 2 } }, true, now);
		assert.ok(text.length <= 60, text);
		assert.match(text, /^142\+ records · 37\+ devices · /);
	});

	it('formats the dates of code marks in the local time zone', () => {
		const seenAt = (date: Date) =>
			describeCodeMark({ ...count, versions: undefined, lastSeen: seconds(date) }, false, now);
		assert.match(seenAt(new Date(2026, 10, 23, 0, 0)), /last seen today$/);
		assert.match(seenAt(new Date(2026, 10, 22, 23, 59)), /last seen yesterday$/);
		assert.match(seenAt(new Date(2026, 10, 21)), /last seen Nov 21, 2026$/);
	});

	it('formats the dates of code marks in the time zone of the application', () => {
		const seenAt = (hour: number, day: number) => {
			const lastSeen = Date.UTC(2026, 10, day, hour) / 1000;
			const zoned = { ...count, versions: undefined, lastSeen, timeZone: 'Asia/Tokyo' };
			return describeCodeMark(zoned, false, new Date(Date.UTC(2026, 10, 23, 12)));
		};
		assert.match(seenAt(15, 22), /last seen today$/);
		assert.match(seenAt(14, 22), /last seen yesterday$/);
		assert.match(seenAt(15, 20), /last seen Nov 21, 2026$/);
	});

	it('provides the full text of a code mark to screen readers', () => {
		assert.equal(
			spokenCodeMark('CartTotals.sum', { ...count, groupCount: 2 }, now),
			'CartTotals.sum, 142 records, 37 devices, versions 3.1 to 3.2, last seen today, 2 groups',
		);
	});

	it('explains why the counts of a code mark are lower bounds', () => {
		const filters = [{ field: 'os_name', value: 'ios' }];
		assert.equal(describeAtLeast({ proof: 'proven', filters: [] }).length, 0);
		assert.match(describeAtLeast({ proof: 'cut', filters: [] }).join(' '), /is incomplete/);
		assert.match(describeAtLeast({ proof: 'unproven', filters: [] }).join(' '), /may be incomplete/);
		assert.match(describeAtLeast({ proof: 'proven', filters }).join(' '), /filtered/);
	});

	it('describes how reliable the line number of a code mark is', () => {
		const kinds: Record<MarkedLineKind, RegExp> = {
			same: /^Same line in 3\.1$/,
			shifted: /^Line 17 in 3\.1$/,
			changed: /edited since/,
			gone: /was deleted\. Showing the function that contained it\.$/,
			unchecked: /may have moved since/,
			moved: /no longer in this function/,
			unnumbered: /have no line numbers/,
		};
		for (const [kind, said] of Object.entries(kinds)) {
			assert.match(describeMarkedLine(kind as MarkedLineKind, 17, ['3.1']), said);
			assert.match(describeMarkedLine(kind as MarkedLineKind, 17, ['']), /unknown version/);
		}
	});

	it('lists at most three versions in the description of a line that has moved', () => {
		const told = (versions: readonly string[]) => describeMarkedLine('shifted', 1234, versions);
		assert.equal(told(['3.2', '3.1']), 'Line 1,234 in 3.2, 3.1');
		assert.equal(told(['5', '4', '3', '2']), 'Line 1,234 in 5, 4, 3, …');
	});

	it('removes control characters from version names in code marks', () => {
		assert.equal(describeMarkedLine('same', 17, ['3\u202e.1\n2']), 'Same line in 3 .1 2');
	});

	it('describes records without a marked line, and explains why a file has no code marks', () => {
		const left = { unsure: 3, gone: 1, minified: 1, unread: 1 };
		assert.deepEqual(describeLeftOfFile(left, 'Utils.kt'), [
			'3 records may belong to a different file named Utils.kt.',
			'1 record refers to functions that no longer exist.',
			'1 record has a minified stack trace. Choose a mapping file to locate it.',
			'1 export or synced set could not be read.',
		]);
		assert.match(
			describeNoCodeMarks({ kind: 'nothingHere', left, fileName: 'Utils.kt' }),
			/^No errors refer to this file\. 3 records/,
		);
		for (const kind of ['off', 'hidden', 'noRecords', 'noSource', 'looking'] as const) {
			assert.ok(describeNoCodeMarks({ kind }).length > 10);
		}
	});
});
