import assert from 'node:assert/strict';
import { lineAfter } from '../../../../src/core/lines/lineEdit';
import type { SiteCount } from '../../../../src/core/records/query/crashSites/siteAnswers';
import {
	type FileMarks,
	functionAround,
	groupsIn,
	isAtLeast,
	movedMarks,
	type SourceCount,
	summedCount,
} from '../../../../src/features/codeMarks/fileMarks';
import type { CodeSource } from '../../../../src/services/code/codeSources';
import { measured } from '../../../support/measured';

const title = {
	version: 4,
	title: 'E',
	place: '',
	message: '',
	basis: 'ownFrames',
	platform: 'jvm',
	type: 'E',
	frames: [],
} as const;

function counted(records: number, devices: number | undefined, more: Partial<CodeSource> = {}): SourceCount {
	const group = {
		key: `${records}`,
		title,
		records,
		devices,
		lastSeen: undefined,
		versions: undefined,
		ofAll: records,
	};
	const count: SiteCount = {
		records,
		devices,
		firstSeen: records,
		lastSeen: records,
		versions: { first: '1', last: '2', count: 2 },
		trend: [],
		groupCount: 1,
		groups: [group],
	};
	const source: CodeSource = {
		path: 'a.csv',
		application: undefined,
		label: 'a.csv',
		timeZone: undefined,
		facts: undefined,
		older: 0,
		ask: () => assert.fail('nobody asks'),
		...more,
	};
	return { source, count };
}

const marks: FileMarks = {
	functions: [
		{ name: 'Cart.sum', nth: 0, line1: 10, last: 30, threw: [], passed: [] },
		{ name: 'each', nth: 0, line1: 12, last: 15, threw: [], passed: [] },
	],
	lines: [{ line1: 14, isThrower: true, reported: [], counts: [] }],
	left: { unsure: 0, gone: 0, minified: 0, unread: 0 },
	awaitsHistory: false,
};

describe('code marks of a file', () => {
	it('moves line marks with their lines, and extends function marks with the end of the function', () => {
		const moved = movedMarks(marks, (line1) => (line1 > 12 ? line1 + 5 : line1));
		assert.deepEqual(
			moved.functions.map(({ line1, last }) => [line1, last]),
			[
				[10, 35],
				[12, 20],
			],
		);
		assert.deepEqual(
			moved.lines.map(({ line1 }) => line1),
			[19],
		);
	});

	it('finds the innermost function around a line', () => {
		const nameAt = (line1: number) => functionAround(marks, line1)?.name;
		assert.deepEqual([9, 10, 14, 16, 31].map(nameAt), [undefined, 'Cart.sum', 'each', 'Cart.sum', undefined]);
	});

	it("adds up the counts of several applications and omits counts that can't be added", () => {
		assert.equal(summedCount([]), undefined);
		const one = counted(3, 2);
		assert.deepEqual(summedCount([one]), { ...one.count, timeZone: undefined });
		const sum = summedCount([one, counted(5, 4, { timeZone: 'Asia/Tokyo' })]);
		assert.deepEqual([sum?.records, sum?.devices, sum?.firstSeen], [8, 6, 3]);
		assert.deepEqual([sum?.lastSeen, sum?.timeZone], [5, 'Asia/Tokyo']);
		assert.equal(sum?.versions, undefined);
		assert.equal(sum?.groupCount, 2);
		assert.equal(summedCount([one, counted(5, undefined)])?.devices, undefined);
	});

	it('lists the groups of a code mark from all exports, sorted by record count', () => {
		const groups = groupsIn([counted(3, 2), counted(5, 4, { path: 'b.csv' })]);
		assert.deepEqual(
			groups.map(({ source, group }) => [source.path, group.records]),
			[
				['b.csv', 5],
				['a.csv', 3],
			],
		);
	});

	it('shows code mark counts as lower bounds if an export is truncated, filtered or unverified', () => {
		const facts = (proof: 'proven' | 'unproven' | 'cut', filters: readonly { field: string; value: string }[] = []) =>
			isAtLeast([counted(1, 1, { facts: { proof, filters } })]);
		assert.equal(facts('proven'), false);
		assert.equal(facts('unproven'), true);
		assert.equal(facts('cut'), true);
		assert.equal(facts('proven', [{ field: 'os_name', value: 'ios' }]), true);
		assert.equal(isAtLeast([counted(1, 1)]), false);
	});
});

describe('files with thousands of code marks', () => {
	measured('moves thousands of code marks after a keystroke in a fifth of a millisecond', () => {
		const many: FileMarks = {
			...marks,
			lines: Array.from({ length: 500 }, (_, index) => ({
				line1: 3 * index,
				isThrower: true,
				reported: [],
				counts: [],
			})),
			functions: Array.from({ length: 200 }, (_, index) => ({
				name: `f${index}`,
				nth: 0,
				line1: 10 * index,
				last: 10 * index + 9,
				threw: [],
				passed: [],
			})),
		};
		const edit = { first: 4, last: 4, keepsStart: true, lineEnds: 1 };
		const keys = 200;
		let moved = many;
		const started = process.cpuUsage();
		for (let key = 0; key < keys; key++) {
			moved = movedMarks(moved, (line1) => lineAfter(line1, edit));
		}
		const { user, system } = process.cpuUsage(started);
		const perKey = (user + system) / 1000 / keys;
		assert.ok(perKey <= 0.2 * 10, `${perKey} ms`);
		assert.equal(moved.lines.at(-1)?.line1, 3 * 499 + keys);
	});
});
