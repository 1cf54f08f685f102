import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { isProblem } from '../../../../../src/core/common/errors';
import { listDatasets, listTables } from '../../../../../src/core/database/browse';
import type { DatabaseClient } from '../../../../../src/core/database/databaseClient';
import { createQueries } from '../../../../../src/core/records/queries';
import { createServerQueries } from '../../../../../src/core/records/server/serverQueries';
import { usePair } from '../../../../support/databases/databases';
import { overlappingTable, unitedCounts } from '../../../../support/databases/overlappingTable';
import { longSuite } from '../../../../support/length';
import { Random } from '../../../../support/random';
import { useDatabaseHarness } from '../../database/databaseHarness';
import { useTemporaryFolder } from '../../export/support/temporaryFolder';
import { MemoryTable, type TestTable } from '../query/support/memoryTable';
import { randomTable } from '../query/support/randomTable';
import { ComparedAnswers } from './support/comparedAnswers';
import { fill, openLoaded, shownRecords } from './support/filled';
import { recordsOfNodes, setUpOnPair } from './support/onPair';

const { signal } = new AbortController();
const context = { signal, report: () => undefined };
const all = { filters: [], sort: [] };

/** More random cases run if these environment variables are larger, for example 20. */
const seeds = Number(process.env['NODES_SEEDS'] ?? 1);
const rounds = Number(process.env['NODES_ROUNDS'] ?? 3);
const kills = Number(process.env['NODES_KILLS'] ?? 3);

longSuite('dataset on two nodes', () => {
	const pair = usePair();
	const stage = useDatabaseHarness();
	const folder = useTemporaryFolder();

	const connect = async (place: 0 | 1) => stage.connect(pair.current[place].url);
	const load = async (name: string, table: TestTable) => fill(await connect(0), name, new MemoryTable(table));

	const shown = async (name: string, place: 0 | 1) => shownRecords(await connect(place), name);

	const isAway = (error: unknown) => isProblem(error, 'databaseIncomplete');

	it('both nodes of a dataset return the same results as a file', async () => {
		for (let seed = 1; seed <= seeds; seed++) {
			const [name, data] = [`random_${seed}`, randomTable(seed + 2)];
			await setUpOnPair(pair.current, name, data);
			await load(name, data);
			const parts = await recordsOfNodes(pair.current, name);
			assert.ok(
				parts.every((count) => count > 0),
				String(parts),
			);
			for (const place of [0, 1] as const) {
				const compared = new ComparedAnswers(
					`${name} of node ${place}`,
					data,
					await openLoaded(await connect(place), name),
				);
				await compared.askAtRandom(new Random(seed * 104_729 + place), rounds);
				compared.assertEqual();
			}
		}
	}).timeout(60 * 60_000);

	it("lists a dataset on two nodes once in the tree and hides the nodes' local tables", async () => {
		const data = overlappingTable(1, 50);
		await setUpOnPair(pair.current, 'listed', data);
		await load('listed', data);
		const client = await connect(0);
		assert.deepEqual(await listDatasets(client, 'listed', signal), [{ database: 'listed', rows: undefined }]);
		assert.deepEqual(await listTables(client, 'listed', signal), []);
	});

	it('dataset on two nodes stores a repeated record with its maximum multiplicity across all loads', async () => {
		const [first, second] = [overlappingTable(1, 900), overlappingTable(2, 700)];
		await setUpOnPair(pair.current, 'united', first);
		for (const [tables, expected] of [
			[first, unitedCounts([first])],
			[second, unitedCounts([first, second])],
			[first, unitedCounts([first, second])],
		] as const) {
			await load('united', tables);
			for (const place of [0, 1] as const) {
				assert.deepEqual(await shown('united', place), expected);
			}
		}
	}).timeout(10 * 60_000);

	it('stores no record twice, even if a node executes an insert twice', async () => {
		const table = overlappingTable(6, 300);
		await setUpOnPair(pair.current, 'twice', table);
		const client = await connect(0);
		const change: DatabaseClient['change'] = async (order) => {
			await client.change(order);
			if (order.sql.startsWith('INSERT INTO `twice`.records')) {
				const sql = 'INSERT INTO twice.records SELECT * FROM twice.records LIMIT 5';
				await client.change({ ...order, sql });
			}
		};
		const repeating: DatabaseClient = Object.assign(Object.create(client), { change });
		const isIncomplete = (error: unknown) => isProblem(error, 'datasetLoad') && error.problem.fault === 'incomplete';
		await assert.rejects(fill(repeating, 'twice', new MemoryTable(table)), isIncomplete);
		assert.equal((await openLoaded(client, 'twice')).info.total, 0);
		await load('twice', table);
		assert.deepEqual(await shown('twice', 1), unitedCounts([table]));
	}).timeout(10 * 60_000);

	it('returns no results while a node is unavailable and complete results once the node is back', async () => {
		const data = overlappingTable(5, 400);
		await setUpOnPair(pair.current, 'away', data);
		await load('away', data);
		const [, other] = pair.current;
		const dataset = await openLoaded(await connect(0), 'away');
		const { answer, save } = createServerQueries(dataset);
		const ofFile = createQueries(new MemoryTable(data)).answer;
		const key = { kind: 'frames' } as const;
		const groups = { view: all, key, order: 'records', descending: true, start: 0, end: 9, trendParts: 5 } as const;
		const questions = [
			['page', () => answer.page({ view: all, start: 0, end: 9, columns: [0], cellLength: 9 }, context)],
			['groups', () => answer.groups(groups, context)],
			['histogram', () => answer.histogram({ view: all, parts: 9, stackBy: 0, series: 3, timeZone: 'UTC' }, context)],
			['topValues', () => answer.topValues({ view: all, column: 0, limit: 5 }, context)],
			['find', () => answer.find({ view: all, text: 'a', from: 0, backwards: false, columns: [0] }, context)],
			['positionOf', () => answer.positionOf({ view: all, number: 3 }, context)],
		] as const;
		await other.kill();
		for (const [title, ask] of questions) {
			await assert.rejects(async () => ask(), isAway, title);
		}
		await assert.rejects(openLoaded(await connect(0), 'away'), isAway);
		const what = { view: all, columns: [0, 1], format: 'csv' as const, spreadsheetSafe: false, header: true };
		const path = join(folder.path, 'away.csv');
		await assert.rejects(save({ what: { ...what, tracesAsWritten: true }, path }, context), isAway);
		assert.deepEqual(await readdir(folder.path), []);
		await other.restart();
		assert.deepEqual(await answer.groups(groups, context), await ofFile.groups(groups, context));
	}).timeout(10 * 60_000);

	it('returns no results if a node fails during the query', async () => {
		const data = overlappingTable(5, 400);
		await setUpOnPair(pair.current, 'lost', data);
		await load('lost', data);
		const client = await connect(0);
		/** Slows down record queries, as a very large number of records would. */
		const slow: Pick<DatabaseClient, 'rows'> = {
			rows: (question) =>
				client.rows({
					...question,
					sql: question.sql.replaceAll(/FROM `lost`\.records WHERE/g, '$& sleepEachRow(0.003) = 0 AND'),
				}),
		};
		const fast = await openLoaded(client, 'lost');
		for (let killed = 0; killed < kills; killed++) {
			const { answer } = createServerQueries(await openLoaded(slow, 'lost'));
			const key = { kind: 'message' } as const;
			const asked = [
				answer.page({ view: all, start: 0, end: 9, columns: [0], cellLength: 9 }, context),
				answer.groups({ view: all, key, order: 'records', descending: true, start: 0, end: 9, trendParts: 5 }, context),
				answer.topValues({ view: all, column: 0, limit: 5 }, context),
			].map((answering) =>
				Promise.resolve(answering).then(
					() => 'answered',
					(error: unknown) => (isAway(error) ? 'away' : String(error)),
				),
			);
			await pause(100 + (killed * 200) / kills);
			await pair.current[1].kill();
			assert.deepEqual(await Promise.all(asked), ['away', 'away', 'away']);
			await pair.current[1].restart();
			assert.equal((await openLoaded(client, 'lost')).info.total, fast.info.total);
		}
	}).timeout(10 * 60_000);

	it('applies a load either completely or not at all if a node fails at any time', async () => {
		const [first, second] = [overlappingTable(3, 1500), overlappingTable(4, 1500)];
		const [earlier, both] = [unitedCounts([first]), unitedCounts([first, second])];
		await setUpOnPair(pair.current, 'measured', first);
		const started = performance.now();
		await load('measured', first);
		const usual = performance.now() - started;
		for (let killed = 0; killed < kills; killed++) {
			const name = `loaded_${killed}`;
			await setUpOnPair(pair.current, name, first);
			await load(name, first);
			const loading = load(name, second).then(
				() => true,
				() => false,
			);
			await pause(((killed + 1) / (kills + 1)) * usual);
			await pair.current[1].restart();
			const isDone = await loading;
			const found = await shown(name, 0);
			assert.deepEqual(found, isDone || found.size > earlier.size ? both : earlier);
			await load(name, second);
			assert.deepEqual(await shown(name, 1), both);
		}
	}).timeout(60 * 60_000);
});
