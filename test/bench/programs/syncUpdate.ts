import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { utc } from '../../../src/core/plan/range';
import type { SyncedDay, SyncPlan } from '../../../src/core/sync/model/syncedSet';
import { EngineClient, engineIn } from '../../../src/engine/engineClient';
import { defaultNetwork } from '../../support/defaultNetwork';
import { columns, startBodyServer, temporaryFolder } from '../bodyServer';

const dayMs = 86_400_000;
const records = 50_000;

const fields = ['error', ...columns.filter((name) => name !== 'error_name'), 'error_receive_timestamp'];

/** Days start at midnight UTC. The new day is old enough to be final. */
const today = Math.floor(Date.now() / dayMs) * dayMs;
const newDay = today - 5 * dayMs;

const getName = (time: number) => new Date(time).toISOString().slice(0, 10);
const getMoment = (time: number) => `${getName(time)} 00:00:00`;

/** Syncs a new day of 50,000 records, or exports only that day: `SERVER ENGINE FOLDER set|alone`. */
async function main(program = '', script = '', parts = '', mode = ''): Promise<void> {
	const folder = temporaryFolder();
	const day = join(folder, 'day.csv');
	writeFileSync(day, textOfDay(parts, newDay, 0));
	const server = await startBodyServer(program, day);
	const target = { baseUrl: server.url, token: 'x', allowInsecure: false };
	const engine = new EngineClient(
		engineIn(script),
		{
			credentials: async () => target,
			deviceKey: async () => ({ secret: 'key' }),
			databaseAccess: () => Promise.reject(new Error('no database')),
			network: async () => defaultNetwork,
			ready: () => undefined,
			locateFrames: () => [],
			findSource: () => ({ kind: 'noWorkspace' }),
			findMappings: () => [],
			log: async () => undefined,
		},
		(error) => {
			throw error;
		},
	);
	const library = join(folder, 'library');
	// Loads the engine first, as opening the list of synced sets does.
	await engine.call('listExports', { library, service: server.url });
	const found = await (mode === 'set' ? withSet : alone)(engine, library, server.url, parts);
	console.log(JSON.stringify(found));
	await engine.dispose();
	server.stop();
}

async function alone(engine: EngineClient, library: string, url: string) {
	const cost = costs();
	const { application, format, filters, skipUnavailableShards } = plan;
	const entry = await engine.call(
		'runExport',
		{
			...order(url),
			plan: {
				application,
				format,
				fields,
				filters,
				skipUnavailableShards,
				view: 'document',
				range: { kind: 'between', since: civil(newDay), until: civil(newDay + dayMs - 1000) },
				dateDimension: 'receive',
				byteOrderMark: false,
			},
			zone: utc,
			library,
		},
		{ onProgress: () => undefined },
	);
	const path = join(entry.folder, entry.outcome?.file ?? '');
	const info = await open(engine, 'day', path, library);
	while (!existsSync(`${path}.index`)) {
		await pause(2);
	}
	return { ...cost(), records: info.total };
}

async function withSet(engine: EngineClient, library: string, url: string, parts: string) {
	const { folder, known } = await engine.call('createSyncedSet', { library, service: url, plan, zone: utc });
	const manifest = known?.manifest ?? '';
	const set = JSON.parse(readFileSync(manifest, 'utf8'));
	writeFileSync(manifest, JSON.stringify({ ...set, days: getDays(folder, parts) }));
	// Opening the set for the first time indexes the previous day.
	await open(engine, 'first', manifest, library);
	await engine.call('closeRecords', { session: 'first' });
	const before = costs();
	const { total } = await open(engine, 'before', manifest, library);
	const opened = before();
	await engine.call('closeRecords', { session: 'before' });
	const untouched = states(folder, parts);
	const update = costs();
	await engine.call(
		'updateSyncedSet',
		{ ...order(url), folder, libraries: [library], zone: utc, days: [getName(newDay)] },
		{ onProgress: () => undefined },
	);
	const updated = update();
	const after = costs();
	const info = await open(engine, 'after', manifest, library);
	const reopened = after();
	return {
		ms: updated.ms + reopened.ms - opened.ms,
		processorMs: updated.processorMs + reopened.processorMs - opened.processorMs,
		updateProcessorMs: updated.processorMs,
		openProcessorMs: reopened.processorMs,
		records: info.total - total,
		before: total,
		rewritten: states(folder, parts).filter((state, index) => state !== untouched[index]).length,
	};
}

const plan: SyncPlan = {
	application: { id: '1234567', name: 'Bench' },
	format: 'csv',
	fields,
	filters: [],
	skipUnavailableShards: false,
	since: getName(newDay - 101 * dayMs),
};

function order(url: string) {
	return {
		account: { accountId: 'bench', service: url, interactive: false },
		additionalFields: [],
		waitLimitMinutes: 60,
	};
}

function open(engine: EngineClient, session: string, path: string, library: string) {
	return engine.call('openRecords', { session, path, libraries: [library] }, { onProgress: () => undefined });
}

function civil(time: number) {
	const moment = new Date(time);
	return {
		year: moment.getUTCFullYear(),
		month: moment.getUTCMonth() + 1,
		day: moment.getUTCDate(),
		hour: moment.getUTCHours(),
		minute: moment.getUTCMinutes(),
		second: moment.getUTCSeconds(),
	};
}

function costs() {
	const used = process.cpuUsage();
	const started = performance.now();
	return () => {
		const { user, system } = process.cpuUsage(used);
		return { ms: performance.now() - started, processorMs: (user + system) / 1000 };
	};
}

function getDays(folder: string, parts: string): SyncedDay[] {
	const names = readdirSync(parts).filter((name) => name.endsWith('.csv'));
	const days = names.map((name, index): SyncedDay => {
		const start = newDay - (names.length + 1 - index) * dayMs;
		const partition = `${getName(start)}-aaaaaa`;
		mkdirSync(join(folder, partition));
		for (const ending of ['', '.index']) {
			symlinkSync(join(parts, `${name}${ending}`), join(folder, partition, `records.errors.csv${ending}`));
		}
		return dayWith(folder, start, partition, 100_000, start + dayMs - 1000);
	});
	const before = newDay - dayMs;
	const partition = `${getName(before)}-aaaaaa`;
	mkdirSync(join(folder, partition));
	writeFileSync(join(folder, partition, 'records.errors.csv'), textOfDay(parts, before, 1));
	const after = [1, 2, 3, 4, 5].map((later) => dayWith(folder, newDay + later * dayMs));
	return [...days, dayWith(folder, before, partition, records, newDay), ...after];
}

function dayWith(folder: string, start: number, partition = '', rows = 0, last = 0): SyncedDay {
	const file = 'records.errors.csv';
	const bytes = rows === 0 ? 0 : statSync(join(folder, partition, file)).size;
	const times = { first: start / 1000, last: last / 1000 };
	return {
		day: getName(start),
		...(rows > 0 && { partition: { folder: partition, file, rows, bytes, times, timeless: 0, fields } }),
		asked: {
			at: new Date().toISOString(),
			until: getMoment(start + dayMs),
			zone: utc,
			largest: rows,
			proof: 'proven',
			doubts: [],
			notGivenAgain: 0,
		},
	};
}

/** The last record of a day is also the first one of the next day. */
function textOfDay(parts: string, start: number, file: number): string {
	const [head, ...lines] = readFileSync(join(parts, `${String(file).padStart(4, '0')}.csv`), 'utf8').split(/\n(?=")/);
	const some = lines.slice(0, records);
	const times = some.map((_, index) => start / 1000 + Math.floor((index * 86_400) / (records - 1)));
	return `${head},error_receive_timestamp\n${some.map((line, index) => `${line},${times[index]}\n`).join('')}`;
}

function states(folder: string, parts: string): string[] {
	const names = readdirSync(parts).map((name) => join(parts, name));
	const own = readdirSync(folder, { recursive: true, encoding: 'utf8' })
		.filter((name) => /-aaaaaa./.test(name))
		.map((name) => join(folder, name));
	return [...names, ...own].map((path) => {
		const { ino, mtimeMs, ctimeMs, size } = statSync(path);
		return [path, ino, mtimeMs, ctimeMs, size].join(' ');
	});
}

void main(...process.argv.slice(2));
