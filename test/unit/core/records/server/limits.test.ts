import assert from 'node:assert/strict';
import { AppError, isProblem, type Problem } from '../../../../../src/core/common/errors';
import type { DatabaseClient } from '../../../../../src/core/database/databaseClient';
import { createServerQueries } from '../../../../../src/core/records/server/serverQueries';
import { useServer } from '../../../../support/databases/databases';
import { useDatabaseHarness } from '../../database/databaseHarness';
import { MemoryTable, type TestTable } from '../query/support/memoryTable';
import { fill, openLoaded } from './support/filled';

const { signal } = new AbortController();
const context = { signal, report: () => undefined };
const view = { filters: [], sort: [] };

function manyIds(): TestTable {
	const columns = [
		{ name: 'error_name', kind: 'text', store: 'dictionary' },
		{ name: 'event_id', kind: 'text', store: 'raw' },
		{ name: 'error_timestamp', kind: 'time', store: 'dictionary' },
		{ name: 'os_version', kind: 'version', store: 'dictionary' },
		{ name: 'analytics_device_id', kind: 'text', store: 'dictionary' },
	] as const;
	const rows = Array.from({ length: 3000 }, (_, row) => [
		row % 3 === 0 && row % 2 === 0 ? 'rare' : 'usual',
		`id-${row % 1000 < 100 ? 'same' : row}`,
		String(1_700_000_000 + Math.floor(row / 100) * 86_400),
		row % 3 === 0 ? '14' : '15',
		`device ${row}`,
	]);
	return { columns, rows };
}

describe('queries that exceed the limits of a database', () => {
	const server = useServer();
	const stage = useDatabaseHarness();
	const tooMuch: Problem = { kind: 'databaseTooMuch', limit: 'time', words: '' };
	const timeout: Problem = { kind: 'databaseNetwork', fault: 'timeout', host: '127.0.0.1', code: '' };
	const opened = async (isTooMuch: (sql: string) => boolean, problem: Problem = tooMuch) => {
		const client = await stage.connect(server.current.url);
		await fill(client, 'limits', new MemoryTable(manyIds()));
		const asked: string[] = [];
		const rows: DatabaseClient['rows'] = (question) => {
			asked.push(question.sql);
			return isTooMuch(question.sql) ? Promise.reject(new AppError(problem)) : client.rows(question);
		};
		return { asked, answer: createServerQueries(await openLoaded({ rows }, 'limits')).answer };
	};

	it('estimates the most frequent values from a sample', async function () {
		this.timeout(10 * 60_000);
		const { answer, asked } = await opened((sql) => sql.includes('uniqExact'));
		const question = { view, column: 1, limit: 10 };
		for (const _ of [1, 2]) {
			const { values, distinct, approximate, records, empty } = await answer.topValues(question, context);
			assert.deepEqual([approximate, records, empty], [true, 3000, 0]);
			assert.ok(distinct !== undefined && Math.abs(distinct - 2701) < 150, String(distinct));
			const [first] = values;
			assert.deepEqual([first?.value, first?.approximate], ['id-same', true]);
			assert.ok(first && Math.abs(first.records - 300) < 100, String(first?.records));
		}
		assert.equal(asked.filter((sql) => sql.includes('uniqExact')).length, 1, 'the exact query is not repeated');
	});

	it('finds common traits in a sample of the devices', async function () {
		this.timeout(10 * 60_000);
		const { answer } = await opened((sql) => sql.includes('ARRAY JOIN') && !sql.includes('intHash64'));
		const question = { view, key: { kind: 'name' }, value: 'rare', timeZone: 'UTC' } as const;
		const traits = await answer.commonTraits(question, context);
		assert.equal(traits.sampled, 2);
		assert.equal(traits.values.find(({ attribute }) => attribute === 'os_version')?.value, '14');
	});

	it('estimates groups and their device counts from a sample of the devices', async function () {
		this.timeout(10 * 60_000);
		const { answer, asked } = await opened((sql) => sql.includes('uniqExact') && !sql.includes('intHash64'));
		const page = { order: 'devices', descending: true, start: 0, end: 10, trendParts: 4 } as const;
		const near = (count: number | undefined, expected: number) =>
			assert.ok(count !== undefined && Math.abs(count - expected) < 200, `${count} instead of ${expected}`);
		for (const containing of ['', 'us', '']) {
			const found = await answer.groups({ view, key: { kind: 'name' }, containing, ...page }, context);
			assert.deepEqual([found.approximate, found.groups], [true, 2]);
			near(found.records, 3000);
			const [usual] = found.page;
			assert.deepEqual([usual?.value, usual?.approximate], ['usual', true]);
			near(usual?.devices, 2500);
			near(usual?.records, 2500);
			near(
				usual?.trend.reduce((sum, count) => sum + count, 0),
				2500,
			);
		}
		const one = await answer.group({ view, key: { kind: 'name' }, value: 'rare', trendParts: 0 }, context);
		assert.equal(one?.approximate, true);
		near(one?.devices, 500);
		assert.equal(asked.filter((sql) => sql.includes('uniqExact') && !sql.includes('intHash64')).length, 1);
	});

	it('estimates a histogram from a sample of the records', async function () {
		this.timeout(10 * 60_000);
		const { answer } = await opened((sql) => sql.includes('intDiv(_time') && !sql.includes('intHash64'));
		const question = { view, parts: 10, stackBy: 0, series: 3, timeZone: 'UTC' };
		const found = await answer.histogram(question, context);
		assert.equal(found?.approximate, true);
		const counts = found?.series.map((series) => series.counts.reduce((sum, count) => sum + count, 0)) ?? [];
		assert.deepEqual(found?.series.map(({ value }) => value).toSorted(), ['rare', 'usual']);
		assert.ok(Math.abs(counts.reduce((sum, count) => sum + count, 0) - 3000) < 200, String(counts));
	});

	it('estimates every summary of a view whose text filter cannot search all records', async function () {
		this.timeout(10 * 60_000);
		const searchesAll = (sql: string) => sql.includes('position(') && !sql.includes('intHash64');
		const { answer } = await opened(searchesAll);
		const filtered = { filters: [{ kind: 'contains', column: 1, text: 'ID-1' } as const], sort: [] };
		const matching = manyIds().rows.filter(([, id = '']) => id.includes('id-1')).length;
		const assertNear = (count: number | undefined, what: string) =>
			assert.ok(count !== undefined && Math.abs(count - matching) < matching / 4, `${what}: ${count}, not ${matching}`);
		const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);
		for (const limit of [10, 0]) {
			const top = await answer.topValues({ view: filtered, column: 3, limit }, context);
			assert.deepEqual([top.approximate, top.distinct, top.values.length], [true, undefined, limit === 0 ? 0 : 2]);
			assertNear(top.records, 'topValues');
		}
		const page = { order: 'records', descending: true, start: 0, end: 10, trendParts: 4 } as const;
		const groups = await answer.groups({ view: filtered, key: { kind: 'name' }, ...page }, context);
		assert.equal(groups.approximate, true);
		assertNear(groups.records, 'groups');
		const histogram = await answer.histogram(
			{ view: filtered, parts: 10, stackBy: 0, series: 3, timeZone: 'UTC' },
			context,
		);
		assert.equal(histogram?.approximate, true);
		assertNear(sum(histogram?.series.map(({ counts }) => sum(counts)) ?? []), 'histogram');
		const traits = { view: filtered, key: { kind: 'name' }, value: 'rare', timeZone: 'UTC' } as const;
		assert.equal((await answer.commonTraits(traits, context)).sampled, 2);
		// A page needs the exact positions of all records.
		const records = { view: filtered, start: 0, end: 10, columns: [0], cellLength: 10 };
		await assert.rejects(
			async () => answer.page(records, context),
			(error) => isProblem(error, 'databaseTooMuch') && error.problem.limit === 'time',
		);
	});

	it('uses a sample if a query exceeds the time limit, and fails if the sample query exceeds it as well', async function () {
		this.timeout(10 * 60_000);
		const question = { view, key: { kind: 'name' }, value: 'rare', timeZone: 'UTC' } as const;
		const late = await opened((sql) => sql.includes('ARRAY JOIN') && !sql.includes('intHash64'), timeout);
		assert.equal((await late.answer.commonTraits(question, context)).sampled, 2);
		const never = await opened((sql) => sql.includes('ARRAY JOIN'), timeout);
		const isTimeout = (error: unknown) => isProblem(error, 'databaseNetwork');
		await assert.rejects(async () => never.answer.commonTraits(question, context), isTimeout);
		const isExact = () =>
			never.asked.filter((sql) => sql.includes('ARRAY JOIN')).map((sql) => !sql.includes('intHash64'));
		assert.deepEqual(isExact(), [true, false]);
		await assert.rejects(async () => never.answer.commonTraits(question, context), isTimeout);
		assert.deepEqual(isExact(), [true, false, true, false]);
	});

	it('samples fewer records if a query on a sample still exceeds the limits', async function () {
		this.timeout(10 * 60_000);
		const { answer, asked } = await opened((sql) => sql.includes('ARRAY JOIN') && !sql.includes('% 16 ='));
		const question = { view, key: { kind: 'name' }, value: 'rare', timeZone: 'UTC' } as const;
		for (const _ of [1, 2]) {
			const traits = await answer.commonTraits(question, context);
			assert.equal(traits.sampled, 16);
		}
		assert.equal(asked.filter((sql) => sql.includes('ARRAY JOIN')).length, 4, 'the usable size is remembered');
		const never = await opened((sql) => sql.includes('ARRAY JOIN'));
		const isTooMuch = (error: unknown) => isProblem(error, 'databaseTooMuch');
		await assert.rejects(async () => never.answer.commonTraits(question, context), isTooMuch);
	});

	it('searches shorter date ranges after a longer range exceeded the limits', async function () {
		this.timeout(10 * 60_000);
		const sort = [{ column: 2, descending: true }];
		const usual = await opened(() => false);
		const limited = await opened((sql) => {
			const [first, last] = [...sql.matchAll(/_day [<>]= toDate\((\d+)\)/g)].map(([, day]) => Number(day));
			const isUntimed = sql.includes("AND `_order_error_timestamp` = ''");
			const days = first === undefined || last === undefined ? Number.POSITIVE_INFINITY : last - first + 1;
			return sql.includes('position') && sql.includes('LIMIT 1') && !isUntimed && days > 3;
		});
		for (const [text, from] of [
			['id-2345', 0],
			['id-130', 10],
			['nowhere', 5],
		] as const) {
			const question = { view: { filters: [], sort }, text, from, backwards: false };
			assert.deepEqual(await limited.answer.find(question, context), await usual.answer.find(question, context), text);
		}
	});

	it('searches for text one date range at a time', async function () {
		this.timeout(10 * 60_000);
		const sort = [{ column: 2, descending: true }];
		const searches = (sql: string) => sql.includes('position') && sql.includes('LIMIT 1');
		const usual = await opened(() => false);
		const limited = await opened((sql) => searches(sql) && !/AND `_order_error_timestamp` !?= ''/.test(sql));
		for (const [text, from, backwards] of [
			['id-2345', 0, false],
			['id-777', 2900, false],
			['id-1500', 100, true],
			['nowhere', 5, false],
		] as const) {
			const question = { view: { filters: [], sort }, text, from, backwards };
			assert.deepEqual(await limited.answer.find(question, context), await usual.answer.find(question, context), text);
		}
	});
});
