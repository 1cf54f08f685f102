import assert from 'node:assert/strict';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { isCancellation } from '../../../../../src/core/common/errors';
import { reasonsAgainst } from '../../../../../src/core/records/compare/comparability';
import type { FoundMappings } from '../../../../../src/core/records/query/execution/foundMappings';
import { Snapshot } from '../../../../../src/core/records/query/execution/snapshot';
import { noOwnCode } from '../../../../../src/core/stack/own/ownCode';
import type { ComparisonPage, SideQuestion, TimeRange, VerdictKind } from '../../../../../src/shared/comparison';
import type { GroupKey, RecordFilter } from '../../../../../src/shared/results';
import { Random } from '../../../../support/random';
import { compareValues } from '../query/support/oracle';
import { textTable } from '../query/support/querying';
import {
	changedIn,
	compare,
	day,
	facts,
	getTable,
	getVerdicts,
	groupIn,
	monday,
	type PlainRecord,
	side,
} from './support/comparing';

const mirrored: Readonly<Record<VerdictKind, VerdictKind>> = {
	unchanged: 'unchanged',
	small: 'small',
	tooFew: 'tooFew',
	variable: 'variable',
	inconclusive: 'inconclusive',
	new: 'gone',
	gone: 'new',
	increased: 'decreased',
	decreased: 'increased',
};

function spread(
	name: string,
	count: number,
	{ since, until }: TimeRange,
	more: Partial<PlainRecord> = {},
): PlainRecord[] {
	return Array.from({ length: count }, (_, index) => ({
		name,
		time: since + Math.floor(((index + 0.5) * (until - since)) / count),
		device: `${name} ${since} ${index}`,
		...more,
	}));
}

const weekBefore = { since: monday, until: monday + 7 * day - 1 };
const weekAfter = { since: monday + 7 * day, until: monday + 14 * day - 1 };
const before = side(weekBefore.since, weekBefore.until);
const after = side(weekAfter.since, weekAfter.until);

/** Other records, with the same number on both sides, so that the sides are comparable. */
const others = [...spread('other', 100, weekBefore), ...spread('other', 100, weekAfter)];

function weeks(records: readonly PlainRecord[], more: Partial<Parameters<typeof compare>[2]> = {}) {
	const table = getTable([...others, ...records]);
	return compare(table, table, { before, after, ...more });
}

describe('comparison of two sides', () => {
	it('comparison returns the same counts as a simple reference implementation', async () => {
		for (let seed = 1; seed <= 60; seed++) {
			const random = new Random(seed);
			const made = () => randomRecords(random);
			const [one, other] = [made(), made()];
			const same = random.chance(0.4);
			const stores = { error_name: random.pick<'dictionary' | 'raw'>(['dictionary', 'raw']) };
			const tables = [getTable(one, { stores }), getTable(other, { stores: { error_name: 'dictionary' } })] as const;
			const asked = { before: randomSide(random), after: randomSide(random) };
			const byName = random.chance(0.5);
			const found = await compare(tables[0], same ? tables[0] : tables[1], {
				...asked,
				key: byName ? { kind: 'name' } : { kind: 'column', column: 3 },
				exposure: random.pick(['time', 'devices']),
			});
			const getKey = byName ? ({ name }: PlainRecord) => name : ({ version = '' }: PlainRecord) => version;
			const expected = plainComparison(one, same ? one : other, asked, getKey);
			const told = Object.fromEntries(
				found.page.map(({ value, before, after }) => [
					String(value),
					[before, after].map(
						(group) =>
							group && {
								records: group.records,
								devices: group.devices,
								firstSeen: group.firstSeen,
								lastSeen: group.lastSeen,
								firstVersion: group.firstVersion,
								lastVersion: group.lastVersion,
							},
					),
				]),
			);
			assert.deepEqual(told, expected.groups, `seed ${seed}`);
			for (const name of ['before', 'after'] as const) {
				const { records, devices, deviceless, untimed, outside } = found[name];
				assert.deepEqual({ records, devices, deviceless, untimed, outside }, expected[name], `seed ${seed}, ${name}`);
				const sum = found.page.reduce((all, group) => all + (group[name]?.records ?? 0), 0);
				assert.equal(sum, records);
			}
			assert.equal(found.listed, found.page.length);
			assert.equal(
				Object.values(found.groups).reduce((sum, count) => sum + count, 0),
				found.page.length,
			);
		}
	});

	it('returns the opposite verdicts if the two sides are swapped', async () => {
		const random = new Random(3);
		let changes = 0;
		for (let round = 0; round < 30; round++) {
			const [daysBefore, daysAfter] = [1 + random.below(12), 1 + random.below(12)];
			const one = { since: monday, until: monday + daysBefore * day - 1 };
			const other = { since: monday + 20 * day, until: monday + (20 + daysAfter) * day - 1 };
			const records = random.times(12, (index) => [
				...spread(`e${index}`, random.below(10) ** 2 * daysBefore, one),
				...spread(`e${index}`, random.below(10) ** 2 * daysAfter, other),
			]);
			const table = getTable(records.flat());
			const sides = [side(one.since, one.until), side(other.since, other.until)] as const;
			const there = await compare(table, table, { before: sides[0], after: sides[1] });
			const back = await compare(table, table, { before: sides[1], after: sides[0] });
			for (const { value, verdict, change, readingsDisagree } of there.page) {
				const turned = groupIn(back, String(value));
				assert.equal(turned.verdict.kind, mirrored[verdict.kind]);
				assert.equal(turned.readingsDisagree, readingsDisagree);
				if (change?.ratio && turned.change?.ratio) {
					assert.ok(Math.abs(change.ratio * turned.change.ratio - 1) < 1e-9);
				}
			}
			changes += changedIn(there).length;
		}
		assert.ok(changes > 50, String(changes));
	});

	it('distinguishes new, gone, increased and decreased groups from unchanged and inconclusive groups', async () => {
		const found = await weeks([
			...spread('new', 12, weekAfter),
			...spread('gone', 12, weekBefore),
			...spread('increased', 12, weekBefore),
			...spread('increased', 40, weekAfter),
			...spread('decreased', 40, weekBefore),
			...spread('decreased', 12, weekAfter),
			...spread('few', 3, weekAfter),
			...spread('other', 2000, weekBefore),
			...spread('other', 2000, weekAfter),
			...spread('a little', 400, weekBefore),
			...spread('a little', 520, weekAfter),
		]);
		assert.deepEqual(getVerdicts(found), {
			new: 'new',
			gone: 'gone',
			increased: 'increased',
			decreased: 'decreased',
			few: 'tooFew',
			'a little': 'small',
			other: 'unchanged',
		});
		assert.deepEqual(found.reasons, []);
		assert.deepEqual(groupIn(found, 'new').verdict, { kind: 'new', expected: 12 });
		const { change } = groupIn(found, 'increased');
		assert.deepEqual(
			[change?.ratio, change?.low, change?.high].map((number) => number?.toFixed(1)),
			['3.3', '1.7', '7.0'],
		);
		assert.ok(Math.abs((groupIn(found, 'new').noneAtMost ?? 0) - 3 / found.before.records) < 1e-4);
	});

	it('classifies significant changes as small if they are below a factor of 1.5 or affect fewer than six devices', async () => {
		const found = await weeks([
			...spread('other', 2000, weekBefore),
			...spread('other', 2000, weekAfter),
			...spread('slightly up', 400, weekBefore),
			...spread('slightly up', 520, weekAfter),
			...spread('slightly down', 520, weekBefore),
			...spread('slightly down', 400, weekAfter),
			...spread('up', 400, weekBefore),
			...spread('up', 700, weekAfter),
			...spread('random', 400, weekBefore),
			...spread('random', 420, weekAfter),
		]);
		assert.deepEqual(getVerdicts(found), {
			'slightly up': 'small',
			'slightly down': 'small',
			up: 'increased',
			random: 'unchanged',
			other: 'unchanged',
		});
		assert.equal(found.groups.small, 2);
		const records = [
			...spread('other', 2000, weekBefore),
			...spread('few', 2, weekBefore),
			...spread('few', 5, weekAfter),
		];
		const few = await weeks(records, { exposure: 'devices' });
		assert.equal(groupIn(few, 'few').verdict.kind, 'small');
	});

	it('withholds a small change if missing records could explain it', async () => {
		const records = [
			...spread('slightly up', 400, weekBefore),
			...spread('slightly up', 520, weekAfter),
			...spread('slightly down', 520, weekBefore),
			...spread('slightly down', 400, weekAfter),
		];
		for (const [unproven, withheld] of [
			['before', 'slightly up'],
			['after', 'slightly down'],
		] as const) {
			const span = unproven === 'before' ? weekBefore : weekAfter;
			const found = await weeks(records, { [unproven]: side(span.since, span.until, { proof: 'unproven' }) });
			assert.deepEqual(groupIn(found, withheld).verdict, { kind: 'inconclusive', reasons: ['unproven'] });
			assert.equal(found.groups.small, 1);
		}
	});

	it('counts a device that crashes repeatedly only once', async () => {
		const loop = spread('loop', 5000, weekAfter, { device: 'one' });
		const found = await weeks(loop);
		assert.equal(groupIn(found, 'loop').after?.records, 5000);
		assert.deepEqual(changedIn(found), []);
	});

	it('classifies a group with a spike on a single day as variable, not as increased', async () => {
		const month = { since: monday - 28 * day, until: monday - 1 };
		const now = { since: monday, until: monday + 28 * day - 1 };
		const spike = { since: monday + 9 * day, until: monday + 10 * day - 1 };
		const records = [
			...spread('other', 200, month),
			...spread('other', 200, now),
			...spread('spike', 140, month),
			...spread('spike', 140, now),
			...spread('spike', 500, spike),
		];
		const table = getTable(records);
		const found = await compare(table, table, {
			before: side(month.since, month.until),
			after: side(now.since, now.until),
		});
		const { verdict } = groupIn(found, 'spike');
		assert.ok(verdict.kind === 'variable' && verdict.dispersion > 5, JSON.stringify(verdict));
	});

	it('counts a device that returns every day once, regardless of the length of the range', async () => {
		const month = { since: monday - 28 * day, until: monday - 1 };
		const now = { since: monday, until: monday + 2 * day - 1 };
		const daily = (span: TimeRange) =>
			Array.from({ length: (span.until - span.since + 1) / day }, (_, index) =>
				Array.from({ length: 40 }, (_, device) => ({
					name: 'every day',
					time: span.since + index * day + device * 100,
					device: `d${device}`,
				})),
			).flat();
		const table = getTable([...daily(month), ...daily(now)]);
		const found = await compare(table, table, {
			before: side(month.since, month.until),
			after: side(now.since, now.until),
		});
		assert.deepEqual(getVerdicts(found), { 'every day': 'unchanged' });
		assert.equal(groupIn(found, 'every day').change?.ratio, 1);
	});

	it('measures a change by count and by share, and flags groups for which the two measures disagree', async () => {
		const records = [
			...['other', 'usual'].flatMap((name) => [...spread(name, 400, weekBefore), ...spread(name, 200, weekAfter)]),
			...spread('steady', 60, weekBefore),
			...spread('steady', 60, weekAfter),
		];
		const table = getTable(records);
		const found = await compare(table, table, { before, after });
		const steady = groupIn(found, 'steady');
		assert.equal(steady.verdict.kind, 'unchanged');
		assert.ok(steady.readingsDisagree);
		assert.ok((steady.changeOfShare?.ratio ?? 0) > 1.5);
		assert.equal(groupIn(found, 'other').verdict.kind, 'unchanged');
		assert.ok(groupIn(found, 'other').readingsDisagree);
	});

	it('compares app versions by devices with any error, regardless of how the versions are written', async () => {
		const span = { since: monday, until: monday + 7 * day - 1 };
		const of = (name: string, count: number, version: string) => spread(name, count, span, { version });
		const records = [
			...of('other', 200, '3.1'),
			...of('other', 60, '3.2.0'),
			...of('other', 40, 'v3.2'),
			...of('since', 12, '3.2'),
			...of('until', 40, '3.1.0'),
			...of('both', 40, '3.1'),
			...of('both', 20, '3.2'),
			...of('older', 500, '3.0'),
		].map((record, index) => ({ ...record, device: `d${index}` }));
		const table = getTable(records);
		const covered = facts(span.since, span.until);
		const found = await compare(table, table, {
			exposure: 'devices',
			before: { filters: [], versions: ['3.1.0'], facts: covered },
			after: { filters: [], versions: ['3.2'], facts: covered },
		});
		assert.deepEqual(getVerdicts(found), { since: 'new', until: 'gone', other: 'unchanged', both: 'unchanged' });
		assert.deepEqual([found.before.devices, found.after.devices], [280, 132]);
		assert.deepEqual(found.reasons, []);
		const since = groupIn(found, 'since').after;
		assert.deepEqual([since?.firstVersion, since?.lastVersion], ['3.2', '3.2']);
	});

	it('returns a page of groups with the requested verdicts in the requested order', async () => {
		const records = [12, 30, 20].flatMap((count, index) => spread(`new ${index}`, count, weekAfter));
		const listed = async (order: 'evidence' | 'after', start: number, end: number) => {
			const page = await weeks(records, { verdicts: ['new'], order, start, end });
			return [page.listed, ...page.page.map(({ value }) => value)];
		};
		assert.deepEqual(await listed('evidence', 0, 9), [3, 'new 1', 'new 2', 'new 0']);
		assert.deepEqual(await listed('after', 1, 2), [3, 'new 2']);
	});

	it('suggests groups that may be the same group under a different name', async () => {
		const trace = (type: string, ...frames: string[]) =>
			`${type}: x\n${frames.map((frame) => `\tat com.acme.${frame}(A.java:1)`).join('\n')}`;
		const rows = [
			...others.map(({ time, device }) => [trace('java.lang.Error', 'Z.z'), time, device]),
			...spread('b', 12, weekBefore).map(({ time, device }) => [
				trace('java.lang.IllegalStateException', 'Cart.add', 'Cart.sum', 'Shop.run', 'Old.go'),
				time,
				device,
			]),
			...spread('a', 12, weekAfter).map(({ time, device }) => [
				trace('java.lang.IllegalStateException', 'Cart.add', 'Cart.sum', 'Shop.run', 'New.go'),
				time,
				device,
			]),
			...spread('c', 12, weekAfter).map(({ time, device }) => [
				trace('java.lang.IllegalStateException', 'Cart.add', 'Cart.sum', 'Mall.run', 'New.go'),
				time,
				device,
			]),
		].map((row) => row.map(String));
		const table = textTable('dictionary', rows, ['error', 'error_timestamp', 'analytics_device_id']);
		const found = await compare(table, table, { before, after, key: { kind: 'frames' } });
		assert.deepEqual(
			found.likelySame.map(({ before, after, frames }) => [
				typeof before === 'object' && 'frames' in before && before.frames.at(-1),
				typeof after === 'object' && 'frames' in after && after.frames.at(-1),
				frames,
			]),
			[['com.acme.Old.go', 'com.acme.New.go', 3]],
		);
		assert.equal(found.groups.new, 2);
	});

	it('stops a comparison when canceled', async () => {
		const records = Array.from({ length: 20_000 }, (_, index) => ({
			name: `n${index % 3000}`,
			time: monday + index * 60,
			device: `d${index % 50}`,
		}));
		const table = getTable(records, { stores: { error_name: 'raw' } });
		const controller = new AbortController();
		const asked = assert.rejects(compare(table, table, { before, after }, controller.signal), isCancellation);
		await nextTurn();
		controller.abort();
		await asked;
		assert.ok(table.passes < 2);
	});
});

describe('comparison with late records', () => {
	const end = weekAfter.until;
	const arrived = (random: Random, name: string, lateness: () => number): PlainRecord[] =>
		Array.from({ length: 14 * 24 * 6 }, (_, step) => ({
			name,
			time: monday + step * 600 + random.below(600),
			device: `${name} ${step}`,
			late: lateness(),
		})).filter(({ time, late }) => time + late <= end + 3600);

	for (const [days, verdict] of [
		[1.5, 'gone'],
		[4, 'decreased'],
	] as const) {
		it(`does not report a group as ${verdict} because late records have not arrived yet`, async () => {
			const random = new Random(8);
			const table = getTable(
				['a', 'b', 'c'].flatMap((name) => arrived(random, name, () => 1.9 * day + random.below(3600))),
			);
			const split = end + 1 - days * day;
			const found = await compare(table, table, {
				before: side(monday, split - 1, { askedAt: end + 3600 }),
				after: side(split, end, { askedAt: end + 3600 }),
			});
			assert.ok(found.lag?.measured && found.lag.leftOut > 1.9 * day, JSON.stringify(found.lag));
			assert.equal(found.after.tested.until, end + 3600 - found.lag.leftOut);
			assert.deepEqual(changedIn(found), []);
			// Without the request time, all groups decrease together, which is not reported as a change of each group.
			const naive = await compare(table, table, { before: side(monday, split - 1), after: side(split, end) });
			assert.deepEqual(
				Object.values(getVerdicts(naive)),
				naive.after.records === 0 ? Array(3).fill('inconclusive') : Array(3).fill('unchanged'),
			);
			assert.ok(naive.after.records === 0 || naive.reasons.some(({ kind }) => kind === 'commonMovement'));
		});
	}

	it('excludes hours with late records from the statistical test but still counts their records', async () => {
		const random = new Random(9);
		const table = getTable(arrived(random, 'e', () => random.below(day)));
		const found = await compare(table, table, {
			before,
			after: { ...after, facts: facts(weekAfter.since, end, { askedAt: end }) },
		});
		const { counted, after: group } = groupIn(found, 'e');
		assert.ok(counted.after < (group?.devices ?? 0));
		// The earlier side is compared on the same weekdays and hours.
		assert.ok(counted.before < 7 * 24 * 6 && found.before.tested.seconds === found.after.tested.seconds);
		assert.equal(found.after.tested.counted, counted.after);
		assert.ok((found.after.tested.seconds ?? 0) < (found.after.seconds ?? 0));
	});

	it('does not report a group as gone if it has records in the excluded hours', async () => {
		const tail = { since: end - 3600, until: end };
		const table = getTable([...others, ...spread('b', 40, weekBefore), ...spread('b', 2, tail)], {
			without: ['error_receive_timestamp'],
		});
		const asked = { before, after: { ...after, facts: facts(weekAfter.since, end, { askedAt: end }) } };
		const { counted, verdict } = groupIn(await compare(table, table, asked), 'b');
		assert.deepEqual([counted, verdict], [{ before: 34, after: 0 }, { kind: 'decreased' }]);
	});

	it('assumes that records arrive up to one day late if no record shows the delay', async () => {
		const table = getTable(others, { without: ['error_receive_timestamp'] });
		const asked = { before, after: { ...after, facts: facts(weekAfter.since, end, { askedAt: end }) } };
		const found = await compare(table, table, asked);
		assert.deepEqual(found.lag, { usual: day, leftOut: day, measured: false });
		assert.equal(found.after.tested.until, end - day);
	});

	it('excludes no recent hours if the range refers to server time, because no records arrive late', async () => {
		const table = getTable(others.map((record) => ({ ...record, late: 3600 })));
		const receive = { dimension: 'receive', askedAt: end } as const;
		const found = await compare(table, table, {
			before: side(weekBefore.since, weekBefore.until, receive),
			after: side(weekAfter.since, end, receive),
		});
		assert.equal(found.lag, undefined);
		assert.equal(found.after.tested.until, undefined);
		assert.equal(groupIn(found, 'other').before?.firstSeen, Math.min(...others.map(({ time = 0 }) => time)) + 3600);
	});
});

describe("sides that can't be compared completely", () => {
	const changing = [
		...spread('new', 20, weekAfter),
		...spread('gone', 20, weekBefore),
		...spread('increased', 20, weekBefore),
		...spread('increased', 60, weekAfter),
		...spread('decreased', 60, weekBefore),
		...spread('decreased', 20, weekAfter),
	];
	const kinds = ({ reasons }: ComparisonPage) => reasons.map(({ kind, forbids }) => `${kind} ${forbids}`);
	const ask = (one: SideQuestion, other: SideQuestion) => weeks(changing, { before: one, after: other });
	const beforeWith = (more: Parameters<typeof side>[2]) => side(weekBefore.since, weekBefore.until, more);
	const afterWith = (more: Parameters<typeof side>[2]) => side(weekAfter.since, weekAfter.until, more);
	const left = (page: ComparisonPage) =>
		changedIn(page)
			.map(({ value }) => value)
			.sort();

	for (const proof of ['cut', 'unproven'] as const) {
		it(`${proof}: rules out increases or decreases, depending on which side may lack records`, async () => {
			const one = await ask(beforeWith({ proof }), after);
			assert.deepEqual(kinds(one), [`${proof} increases`]);
			assert.deepEqual(left(one), ['decreased', 'gone']);
			assert.deepEqual(groupIn(one, 'new').verdict, { kind: 'inconclusive', reasons: [proof] });
			assert.equal(groupIn(one, 'other').verdict.kind, 'unchanged');
			const other = await ask(before, afterWith({ proof }));
			assert.deepEqual(kinds(other), [`${proof} decreases`]);
			assert.deepEqual(left(other), ['increased', 'new']);
		});
	}

	it('timeMissing: reports a period that was never requested for a side, and excludes it from this side', async () => {
		const { since, until } = weekAfter;
		const covers = [
			{ since, until: since + 86_399 },
			{ since: since + 2 * 86_400, until },
		];
		const facts = afterWith({}).facts;
		const found = await ask(before, { ...after, facts: facts && { ...facts, covers } });
		assert.deepEqual(found.reasons, [{ kind: 'timeMissing', side: 'after', seconds: 86_400, forbids: 'none' }]);
		assert.equal(found.after.seconds, 6 * 86_400);
		const traits = await ask(before, {
			...after,
			facts: facts && { ...facts, covers },
			range: { since: since + 2 * 86_400, until },
		});
		assert.deepEqual(kinds(traits), []);
	});

	it('unproven: treats a file of unknown origin as possibly incomplete', async () => {
		const found = await ask({ filters: [], range: weekBefore }, { filters: [], range: weekAfter });
		assert.deepEqual(kinds(found), ['unproven increases', 'unproven decreases']);
	});

	it('filtersDiffer: reports different filters, whether set for an export or in a view', async () => {
		const germans = { filters: [{ field: 'error_name', value: 'other' }] };
		const found = await ask(beforeWith(germans), after);
		assert.deepEqual(found.reasons, [{ kind: 'filtersDiffer', columns: ['error_name'], forbids: 'all' }]);
		assert.deepEqual(left(found), []);
		const filter: RecordFilter = { kind: 'oneOf', column: 0, values: ['other'] };
		const alike = await ask(beforeWith(germans), { ...after, filters: [filter] });
		assert.deepEqual(kinds(alike), []);
		const looked = await ask(before, { ...after, filters: [{ kind: 'contains', column: 0, text: 'o' }] });
		assert.deepEqual(kinds(looked), ['filtersDiffer all']);
	});

	it('reports sides that differ in time zone, time basis or application', async () => {
		assert.deepEqual(kinds(await ask(beforeWith({ timeZone: 'Asia/Tokyo' }), after)), ['clockDiffers all']);
		assert.deepEqual(kinds(await ask(beforeWith({ application: '8' }), after)), ['otherApplication all']);
		const table = getTable(others.map((record) => ({ ...record, late: 0 })));
		const received = await compare(table, table, { before: beforeWith({ dimension: 'receive' }), after });
		assert.deepEqual(kinds(received), ['dimensionDiffers all']);
		assert.deepEqual(left(received), []);
	});

	it('fieldsMissing: reports a grouping field that is missing on one side and a missing time field', async () => {
		const [whole, nameless] = [getTable(others), getTable(others, { without: ['error_name'] })];
		const found = await compare(nameless, whole, { before, after });
		assert.deepEqual(found.reasons, [{ kind: 'fieldsMissing', fields: ['error_name'], forbids: 'all' }]);
		const timeless = getTable(others, { without: ['error_timestamp', 'error_receive_timestamp'] });
		const dateless = await compare(timeless, timeless, {
			before: { filters: [{ kind: 'oneOf', column: 0, values: ['other'] }] },
			after: { filters: [] },
		});
		assert.ok(kinds(dateless).includes('fieldsMissing all'));
	});

	it('mappingDiffers: reports sides with different proportions of deobfuscated records', () => {
		const table = getTable(others);
		const found = (deobfuscated: { records: number; minified: number } | undefined, isMapped = true) => ({
			question: before,
			snapshot: new Snapshot(table, noOwnCode, isMapped ? ({ id: 'mappings' } as FoundMappings) : undefined),
			records: 100,
			seconds: 7 * day,
			counted: 100,
			deobfuscated,
		});
		const against = (
			one: ReturnType<typeof found>,
			other: ReturnType<typeof found>,
			key: GroupKey = { kind: 'topFrame' },
		) =>
			reasonsAgainst(one, other, key, 'time', undefined)
				.filter(({ kind }) => kind === 'mappingDiffers')
				.map(({ forbids }) => forbids);
		const [all, most, half] = [0, 4, 50].map((minified) => found({ records: 100 - minified, minified }));
		assert.ok(all && most && half);
		assert.deepEqual(against(all, all), []);
		assert.deepEqual(against(all, most), []);
		assert.deepEqual(against(half, half), []);
		assert.deepEqual(against(all, half), ['all']);
		assert.deepEqual(against(half, most), ['all']);
		assert.deepEqual(against(all, found(undefined, false)), ['all'], 'nobody has looked for mappings');
		assert.deepEqual(against(all, found(undefined)), [], 'nothing is minified');
		assert.deepEqual(against(found(undefined, false), found(undefined, false)), []);
		assert.deepEqual(against(all, half, { kind: 'name' }), []);
	});

	it('rangesOverlap: excludes the overlap of two ranges from both sides', async () => {
		const both = { since: weekBefore.since, until: weekAfter.since + day - 1 };
		const found = await ask(side(both.since, both.until), after);
		const [reason] = found.reasons;
		assert.ok(reason?.kind === 'rangesOverlap' && reason.seconds === day && reason.forbids === 'none');
		assert.equal(found.before.seconds, 7 * day);
		assert.equal(found.after.seconds, 6 * day);
		assert.ok(reason.records > 0);
		assert.deepEqual(left(found), ['decreased', 'gone', 'increased', 'new']);
	});

	it('rangesOverlap: finds nothing to compare if both sides are the same export', async () => {
		const found = await ask(before, before);
		assert.deepEqual(
			found.reasons.map(({ kind }) => kind),
			['empty', 'empty', 'tooShort', 'rangesOverlap', 'shorterThanWeek'],
		);
		assert.deepEqual(found.page, []);
	});

	it('tooShort: reports a range of less than a day or a side with fewer than thirty devices', async () => {
		const short = { ...after, range: { since: weekAfter.since, until: weekAfter.since + day - 2 } };
		assert.deepEqual(kinds(await ask(before, short)), ['tooShort all']);
		const few = getTable([...spread('a', 20, weekAfter), ...spread('b', 9, weekBefore)]);
		const found = await compare(few, few, { before, after });
		assert.deepEqual(kinds(found), ['tooShort all']);
		assert.deepEqual(groupIn(found, 'a').verdict, { kind: 'inconclusive', reasons: ['tooShort'] });
	});

	it('empty: reports no group as new if the earlier side has no records', async () => {
		const table = getTable(spread('a', 50, weekAfter));
		const found = await compare(table, table, { before, after });
		assert.deepEqual(found.reasons[0], { kind: 'empty', side: 'before', forbids: 'all' });
		assert.deepEqual(left(found), []);
	});

	it('compares records instead of devices if one side has no device column', async () => {
		const [whole, deviceless] = [getTable(others), getTable(others, { without: ['analytics_device_id'] })];
		const found = await compare(deviceless, whole, { before, after });
		assert.equal(found.by, 'records');
		assert.deepEqual([found.before.devices, found.after.devices], [undefined, undefined]);
		assert.deepEqual(groupIn(found, 'other').counted, { before: 100, after: 100 });
	});
});

function randomRecords(random: Random): PlainRecord[] {
	return random.times(random.below(400), () => ({
		name: random.chance(0.05) ? '' : `n${Math.floor(random.next() ** 2 * 30)}`,
		time: random.chance(0.05) ? undefined : monday + random.below(20 * day),
		device: random.chance(0.1) ? '' : `d${random.below(60)}`,
		version: random.chance(0.1) ? '' : `${1 + random.below(3)}.${random.below(4)}`,
		...(random.chance(0.8) && { late: random.below(7200) }),
	}));
}

function randomSide(random: Random): SideQuestion & { readonly facts: NonNullable<SideQuestion['facts']> } {
	const at = () => monday + random.below(20 * day);
	const [since = 0, until = 0] = [at(), at()].sort((a, b) => a - b);
	const middle = since + random.below(until - since + 1);
	const gap = random.below(2 * day);
	const covers = random.chance(0.5)
		? [{ since, until }]
		: [{ since, until: middle }, ...(middle + gap + 1 <= until ? [{ since: middle + gap + 1, until }] : [])];
	return {
		filters: random.chance(0.3) ? [{ kind: 'oneOf', column: 0, values: ['n0', 'n1', 'n2', 'n3'] }] : [],
		...(random.chance(0.3) && { range: { since: since + random.below(day), until: until - random.below(day) } }),
		...(random.chance(0.4) && { versions: random.pick([['1.0', '1.1.0', '2.2'], ['1.0.0'], ['3.1']]) }),
		facts: facts(since, until, { covers }),
	};
}

function plainComparison(
	one: readonly PlainRecord[],
	other: readonly PlainRecord[],
	asked: { readonly before: ReturnType<typeof randomSide>; readonly after: ReturnType<typeof randomSide> },
	key: (record: PlainRecord) => string,
) {
	const isIn = (time: number, { facts, range }: ReturnType<typeof randomSide>) =>
		facts.covers.some(({ since, until }) => time >= since && time <= until) &&
		(!range || (time >= range.since && time <= range.until));
	const short = (version: string) => version.replace(/(\.0)+$/, '');
	const isChosen = (record: PlainRecord, { filters, versions }: SideQuestion) =>
		(filters.length === 0 || ['n0', 'n1', 'n2', 'n3'].includes(record.name)) &&
		(!versions || versions.map(short).includes(short(record.version ?? '')));
	// Sides with no app version in common may cover the same time.
	const areVersionsApart =
		asked.before.versions !== undefined &&
		asked.after.versions !== undefined &&
		!asked.before.versions.some((version) => asked.after.versions?.map(short).includes(short(version)));
	const sides = (['before', 'after'] as const).map((name) => {
		const [own, opposite] = name === 'before' ? [asked.before, asked.after] : [asked.after, asked.before];
		const chosen = (name === 'before' ? one : other).filter((record) => isChosen(record, own));
		const timed = chosen.filter(({ time }) => time !== undefined);
		const covered = timed.filter(({ time = 0 }) => isIn(time, own));
		const retained = covered.filter(({ time = 0 }) => areVersionsApart || !isIn(time, opposite));
		const summary = {
			records: retained.length,
			devices: new Set(retained.map(({ device }) => device).filter((device) => device !== '')).size,
			deviceless: retained.filter(({ device }) => device === '').length,
			untimed: chosen.length - timed.length,
			outside: timed.length - covered.length,
		};
		return { retained, summary };
	});
	const keys = new Set(sides.flatMap(({ retained }) => retained.map(key)));
	const describe = (records: readonly PlainRecord[]) => {
		const times = records.map(({ time = 0 }) => time);
		const versions = records
			.map(({ version = '' }) => version)
			.filter((version) => version !== '')
			.sort((a, b) => compareValues('version', a, b));
		return records.length === 0
			? undefined
			: {
					records: records.length,
					devices: new Set(records.map(({ device }) => device).filter((device) => device !== '')).size,
					firstSeen: Math.min(...times),
					lastSeen: Math.max(...times),
					firstVersion: versions[0] ?? '',
					lastVersion: versions.at(-1) ?? '',
				};
	};
	return {
		before: sides[0]?.summary,
		after: sides[1]?.summary,
		groups: Object.fromEntries(
			[...keys].map((value) => [
				value,
				sides.map(({ retained }) => describe(retained.filter((record) => key(record) === value))),
			]),
		),
	};
}
