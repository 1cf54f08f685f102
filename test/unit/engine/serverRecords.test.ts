import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isProblem } from '../../../src/core/common/errors';
import { datasetFileName, encodeDatasetDocument } from '../../../src/core/database/datasetDocument';
import { createQueries } from '../../../src/core/records/queries';
import { FreshTables } from '../../../src/core/records/read/freshTables';
import { KnownMapIds } from '../../../src/core/stack/mapping/knownMapIds';
import { OpenMappings } from '../../../src/core/stack/mapping/openMappings';
import { OpenRecords } from '../../../src/engine/recordSessions';
import { type ComparisonPageQuestion, verdictKinds } from '../../../src/shared/comparison';
import type { RecordQueries } from '../../../src/shared/recordsApi';
import type { View } from '../../../src/shared/results';
import { useServer } from '../../support/databases/databases';
import { useDatabaseHarness } from '../core/database/databaseHarness';
import { MemoryTable } from '../core/records/query/support/memoryTable';
import { randomTable } from '../core/records/query/support/randomTable';
import { fill } from '../core/records/server/support/filled';

const { signal } = new AbortController();
const context = { signal, report: () => undefined };

describe('sessions with records from a database', () => {
	const server = useServer();
	const stage = useDatabaseHarness();
	const data = randomTable(3);
	const table = new MemoryTable(data);
	const asked: string[] = [];
	let records: OpenRecords;
	let folder: string;

	beforeEach(async () => {
		asked.length = 0;
		folder = await mkdtemp(join(tmpdir(), 'app-errors-'));
		const mappings = { source: new OpenMappings(), ids: new KnownMapIds() };
		records = new OpenRecords(
			(table) => createQueries(table),
			new FreshTables(),
			mappings,
			async ({ url, user }) => {
				asked.push(user);
				return stage.connect(url);
			},
		);
		await server.current.run('DROP DATABASE IF EXISTS crashes');
		await fill(await stage.connect(server.current.url), 'crashes', table);
	});

	afterEach(() => rm(folder, { recursive: true }));

	const open = async (session: string, dataset = 'crashes') => {
		const connection = { url: server.current.url, database: '', user: 'reader' };
		const path = join(folder, datasetFileName(dataset));
		await writeFile(path, encodeDatasetDocument({ connection, of: { kind: 'dataset', database: dataset } }));
		return records.handlers.openRecords({ session, path }, context);
	};

	it('returns the same results for database records as for a file, newest records first', async () => {
		const news = await open('s');
		assert.deepEqual([news.total, news.naturalOrder, asked], [table.records, 'newestFirst', ['reader']]);
		const page = (view: View): RecordQueries['page']['params'] => ({
			view,
			start: 0,
			end: 50,
			columns: [5],
			cellLength: 20,
		});
		const found = await records.handlers.queryRecords(
			{ session: 's', query: 'page', params: page({ filters: [], sort: [] }) },
			context,
		);
		const newestFirst = { filters: [], sort: [{ column: 5, descending: true }] };
		assert.deepEqual(found, await createQueries(table).answer.page(page(newestFirst), context));
		await records.handlers.settleRecords({ session: 's' }, context);
		await records.handlers.closeRecords({ session: 's' }, context);
	});

	it('ignores records that are loaded into the database while a session is open', async () => {
		await open('s');
		const rows = data.rows.map((row) => [...row.slice(0, 7), '7']);
		await fill(await stage.connect(server.current.url), 'crashes', new MemoryTable({ ...data, rows }));
		const count = { view: { filters: [], sort: [] }, column: 0, limit: 0 };
		const asking = { session: 's', query: 'topValues', params: count } as const;
		const counted = (await records.handlers.queryRecords(asking, context)) as RecordQueries['topValues']['result'];
		assert.equal(counted.records, table.records);
		assert.equal(await records.handlers.recordsChange({ session: 's' }, context), 'loaded');
		assert.equal((await open('again')).total, 2 * table.records);
	});

	it('rejects queries that are only supported for files', async () => {
		await open('s');
		const { crashSites, compareRecords } = records.handlers;
		const isRefused = (error: unknown) => isProblem(error, 'onlyInFiles');
		await assert.rejects(Promise.resolve(crashSites({ session: 's', names: ['Cart.kt'] }, context)), isRefused);
		const question: ComparisonPageQuestion = {
			before: { filters: [] },
			after: { filters: [] },
			key: { kind: 'name' },
			exposure: 'time',
			timeZone: 'UTC',
			verdicts: verdictKinds,
			order: 'before',
			start: 0,
			end: 9,
			trendParts: 5,
		};
		await assert.rejects(Promise.resolve(compareRecords({ before: 's', after: 's', question }, context)), isRefused);
	});

	it('reports a missing dataset, and ends the session when the view is closed', async () => {
		await assert.rejects(Promise.resolve(open('s', 'nowhere')), (error) => isProblem(error, 'databaseMissing'));
		await open('s');
		await records.handlers.closeRecords({ session: 's' }, context);
		const asking = { session: 's', query: 'record', params: { number: 0 } } as const;
		await assert.rejects(Promise.resolve(records.handlers.queryRecords(asking, context)), (error) =>
			isProblem(error, 'cancelled'),
		);
	});
});
