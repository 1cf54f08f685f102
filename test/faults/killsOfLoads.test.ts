import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { buildSync } from 'esbuild';
import { useServer } from '../support/databases/databases';
import { overlappingTable, unitedCounts } from '../support/databases/overlappingTable';
import { seed } from '../support/faults/run';
import { Random } from '../support/random';
import { useDatabaseHarness } from '../unit/core/database/databaseHarness';
import { MemoryTable } from '../unit/core/records/query/support/memoryTable';
import { fill, shownRecords } from '../unit/core/records/server/support/filled';

const kills = 5;
const records = 3000;

const first = overlappingTable(1, records);
const second = overlappingTable(2, records);
const earlier = unitedCounts([first]);
const both = unitedCounts([first, second]);

describe('database loads that are killed', () => {
	const server = useServer();
	const stage = useDatabaseHarness();
	const folder = mkdtempSync(join(tmpdir(), 'app-errors-loaders-'));
	const program = join(folder, 'load.js');

	before(() => {
		const entryPoints = [resolve('test', 'faults', 'programs', 'load.ts')];
		buildSync({ entryPoints, outdir: folder, bundle: true, platform: 'node', format: 'cjs', logLevel: 'warning' });
	});
	after(() => rmSync(folder, { recursive: true, force: true }));

	const shown = async (dataset: string) => shownRecords(await stage.connect(server.current.url), dataset);

	const load = async (dataset: string, table: typeof first) =>
		fill(await stage.connect(server.current.url), dataset, new MemoryTable(table));

	async function check(dataset: string, isDone: boolean): Promise<void> {
		const found = await shown(dataset);
		assert.deepEqual(found, isDone || found.size > earlier.size ? both : earlier);
		await load(dataset, second);
		assert.deepEqual(await shown(dataset), both);
		assert.equal((await load(dataset, first)).added, 0);
	}

	it('loads a table completely or not at all if the database server is killed during the load', async () => {
		const random = new Random(seed);
		const started = performance.now();
		await load('whole', first);
		const usual = performance.now() - started;
		for (let killed = 0; killed < kills; killed++) {
			const dataset = `server_${killed}`;
			await load(dataset, first);
			const loading = load(dataset, second).then(
				() => true,
				() => false,
			);
			await delay(((killed + random.below(1000) / 1000) / kills) * usual);
			await server.current.restart();
			await check(dataset, await loading);
		}
	}).timeout(60 * 60_000);

	it('loads a table completely or not at all if the loading process is killed', async () => {
		const random = new Random(seed + 1);
		const start = (dataset: string) => spawn(process.execPath, [program, server.current.url, dataset, '2']);
		const started = performance.now();
		await once(start('alone'), 'exit');
		const usual = performance.now() - started;
		for (let killed = 0; killed < kills; killed++) {
			const dataset = `process_${killed}`;
			await load(dataset, first);
			const running = start(dataset);
			const ended = once(running, 'exit');
			await delay(((killed + 1 + random.below(1000) / 1000) / (kills + 2)) * usual);
			running.kill('SIGKILL');
			const [code] = await ended;
			await check(dataset, code === 0);
		}
	}).timeout(60 * 60_000);

	it('loads every record exactly once if several processes load the same tables and some are killed', async () => {
		const random = new Random(seed + 2);
		const loaders = Array.from({ length: 4 }, (_, index) =>
			spawn(process.execPath, [program, server.current.url, 'raced', String(1 + (index % 2))]),
		);
		const ended = loaders.map((loader) => once(loader, 'exit'));
		await delay(random.below(3000));
		loaders[3]?.kill('SIGKILL');
		loaders[2]?.kill('SIGKILL');
		const codes = (await Promise.all(ended)).map(([code]) => code);
		assert.deepEqual(codes.slice(0, 2), [0, 0]);
		assert.deepEqual(await shown('raced'), both);
	}).timeout(60 * 60_000);
});
