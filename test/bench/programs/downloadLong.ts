import { readFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import type { Plan } from '../../../src/core/plan/plan';
import { utc } from '../../../src/core/plan/range';
import { EngineClient, engineIn } from '../../../src/engine/engineClient';
import { defaultNetwork } from '../../support/defaultNetwork';
import { columns, startBodyServer, temporaryFolder } from '../bodyServer';

const interval = 50;

/** Measures the memory and the longest event loop delay of a long export: `SERVER FILE ENGINE MEGABYTES`. */
async function main(program = '', file = '', script = '', megabytes = ''): Promise<void> {
	const server = await startBodyServer(program, file, '', megabytes);
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
	// Listing the exports loads the engine, so that the memory baseline includes it.
	const library = temporaryFolder();
	await engine.call('listExports', { library, service: server.url });
	await pause(500);
	const idle = process.memoryUsage.rss();
	const samples: number[] = [];
	const sampling = setInterval(() => samples.push(process.memoryUsage.rss()), interval);
	const delay = monitorEventLoopDelay({ resolution: 1 });
	delay.enable();
	const started = performance.now();
	const entry = await engine.call(
		'runExport',
		{
			account: { accountId: 'bench', service: server.url, interactive: false },
			plan,
			zone: utc,
			additionalFields: [],
			library,
			waitLimitMinutes: 60,
		},
		{ onProgress: () => undefined },
	);
	const ms = performance.now() - started;
	delay.disable();
	clearInterval(sampling);
	const megabytesOf = (bytes: number) => bytes / 2 ** 20;
	const third = Math.floor(samples.length / 3);
	const highest = (values: readonly number[]) => values.reduce((most, value) => Math.max(most, value), idle);
	console.log(
		JSON.stringify({
			ms,
			rows: entry.outcome?.rows ?? 0,
			rowsSent: rowsSent(file, Number(megabytes)),
			megabytes: (entry.outcome?.bytes ?? 0) / 1e6,
			idleMb: megabytesOf(idle),
			aboveIdleMb: megabytesOf(highest(samples) - idle),
			growthMb: Math.max(0, megabytesOf(highest(samples.slice(-third)) - highest(samples.slice(0, third)))),
			stallMs: delay.percentile(99.9) / 1e6,
			maxStallMs: delay.max / 1e6,
		}),
	);
	await engine.dispose();
	server.stop();
}

const plan: Plan = {
	application: { id: '1234567' },
	format: 'csv',
	view: 'results',
	range: { kind: 'lastDays', days: 90 },
	dateDimension: 'default',
	fields: columns,
	filters: [],
	byteOrderMark: false,
	skipUnavailableShards: false,
};

/** Records in the file must not contain line breaks. */
function rowsSent(file: string, megabytes: number): number {
	const bytes = readFileSync(file);
	const head = bytes.indexOf('\n') + 1;
	let rows = -1;
	for (let at = bytes.indexOf('\n'); at !== -1; at = bytes.indexOf('\n', at + 1)) {
		rows++;
	}
	let repetitions = 1;
	for (let sent = bytes.length; sent < megabytes * 1e6; sent += bytes.length - head) {
		repetitions++;
	}
	return rows * repetitions;
}

void main(...process.argv.slice(2));
