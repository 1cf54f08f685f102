import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, mkdtempSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type { Certificate } from '../network/certificates';
import { freePort } from '../network/loopback';
import { skipBecause } from '../skipBecause';
import { configuration, databasePassword, type Ports, type ServerSetup, users } from './configuration';

type Installer = typeof import('./install.mjs');

export interface TestDatabase extends AsyncDisposable {
	readonly url: string;
	readonly tlsUrl: string;
	readonly pid: number;
	run(sql: string, rows?: Uint8Array): Promise<string>;
	log(): string;
	kill(): Promise<void>;
	/** Restarts the server. Only the oldest tested version of the server supports this. */
	restart(): Promise<void>;
}

/** Two servers of the cluster `pair`. The first server is also the only server of the cluster `first`. */
export type TestPair = readonly [first: TestDatabase, second: TestDatabase];

/** Starts a server for a suite. If no server is available, the suite is skipped, except on CI. */
export function useServer(tls?: Certificate): { readonly current: TestDatabase } {
	return useDatabase(() => startServer(tls));
}

export function usePair(): { readonly current: TestPair } {
	return useDatabase(startPair);
}

/** Like {@link useServer}, but starts the newest engine, which runs one statement at a time and can't cancel. */
export function useNewestEngine(): { readonly current: TestDatabase } {
	return useDatabase(startNewestEngine);
}

function useDatabase<D extends TestDatabase | TestPair>(start: () => Promise<D>): { readonly current: D } {
	let database: D | undefined;
	before(async function () {
		this.timeout(15 * 60_000);
		try {
			database = await start();
		} catch (error) {
			const reason = error instanceof Error ? error.message : String(error);
			const { isAvailable } = await installer();
			if (process.env['CI'] && (await isAvailable())) {
				throw error;
			}
			skipBecause(this, `No database server could be installed: ${reason}`);
		}
	});
	after(async function () {
		this.timeout(15 * 60_000);
		for (const one of [database ?? []].flat()) {
			await one[Symbol.asyncDispose]();
		}
	});
	return {
		get current() {
			if (!database) {
				throw new Error('the database is there within tests only');
			}
			return database;
		},
	};
}

async function startPair(): Promise<TestPair> {
	return withFreePorts(async () => {
		const [one, other] = [await freePorts(), await freePorts()];
		const pair = [one.tcp, other.tcp];
		const first = await startOnPorts({ ports: one, pair });
		try {
			return [first, await startOnPorts({ ports: other, pair })];
		} catch (error) {
			await first[Symbol.asyncDispose]();
			throw error;
		}
	});
}

/** Starts again with other ports if another process has taken one of them, because tests run concurrently. */
async function withFreePorts<T>(start: () => Promise<T>): Promise<T> {
	for (let attempt = 1; ; attempt++) {
		try {
			return await start();
		} catch (error) {
			if (attempt === 5 || !String(error).includes('Address already in use')) {
				throw error;
			}
		}
	}
}

export async function freePorts(): Promise<Ports> {
	return { http: await freePort(), tcp: await freePort(), interserver: await freePort(), https: await freePort() };
}

export function startServer(tls?: Certificate): Promise<TestDatabase> {
	return withFreePorts(async () => startOnPorts({ tls, ports: await freePorts() }));
}

export async function startOnPorts({
	tls,
	ports,
	pair = [],
}: {
	readonly tls?: Certificate | undefined;
	readonly ports: Ports;
	readonly pair?: ServerSetup['pair'];
}): Promise<TestDatabase> {
	const root = join(await (await installer()).installServer(), 'root');
	const folder = mkdtempSync(join(tmpdir(), 'app-errors-database-'));
	for (const name of ['data', 'tmp', 'log', 'user_files', 'format_schemas']) {
		mkdirSync(join(folder, name));
	}
	if (tls) {
		writeFileSync(join(folder, 'key.pem'), tls.key);
		writeFileSync(join(folder, 'certificate.pem'), tls.certificate);
	}
	writeFileSync(join(folder, 'config.xml'), configuration(folder, { ports, tls: tls !== undefined, pair }));
	writeFileSync(join(folder, 'users.xml'), users());
	const url = `http://127.0.0.1:${ports.http}`;
	const start = () =>
		spawn(join(root, 'usr/sbin/clickhouse-server'), [`--config-file=${join(folder, 'config.xml')}`], {
			env: withLibraries(root),
			stdio: 'ignore',
		});
	const child = start();
	const database = databaseOf(child, folder, url, tls ? `https://127.0.0.1:${ports.https}` : '', start);
	if (await answers(url, child)) {
		return database;
	}
	const log = database.log();
	await database[Symbol.asyncDispose]();
	throw new Error(`the server did not start: ${log.slice(-500)}`);
}

export async function insertFile(tcpPort: number, statement: string, path: string): Promise<void> {
	const root = join(await (await installer()).installServer(), 'root');
	const input = openSync(path, 'r');
	const server = ['--host', '127.0.0.1', '--port', String(tcpPort), '--user', 'admin', '--password', databasePassword];
	const child = spawn(join(root, 'usr/bin/clickhouse-client'), [...server, '--query', statement], {
		env: withLibraries(root),
		stdio: [input, 'ignore', 'inherit'],
	});
	const [code] = await once(child, 'exit');
	closeSync(input);
	if (code !== 0) {
		throw new Error(`the command-line client failed: ${code}`);
	}
}

function withLibraries(root: string): NodeJS.ProcessEnv {
	const libraries = ['usr/lib', 'lib'].flatMap((parent) => [
		join(root, parent, 'x86_64-linux-gnu'),
		join(root, parent, 'aarch64-linux-gnu'),
	]);
	return { ...process.env, LD_LIBRARY_PATH: libraries.join(':') };
}

async function answers(url: string, child: ChildProcess): Promise<boolean> {
	for (let tries = 0; tries < 300 && child.exitCode === null; tries++) {
		const answered = await fetch(`${url}/ping`).catch(() => undefined);
		if (answered?.ok) {
			return true;
		}
		await pause(100);
	}
	return false;
}

export async function startNewestEngine(): Promise<TestDatabase> {
	const installed = await (await installer()).installEngine();
	const folder = mkdtempSync(join(tmpdir(), 'app-errors-engine-'));
	const program = resolve('test/support/databases/newestEngine.mjs');
	const child = spawn(process.execPath, [program, installed, folder], { stdio: ['ignore', 'pipe', 'inherit'] });
	for await (const line of createInterface(child.stdout)) {
		const port = /^listening (\d+)$/.exec(line)?.[1];
		if (port) {
			return databaseOf(child, folder, `http://127.0.0.1:${port}`, '');
		}
	}
	throw new Error('the newest engine did not start');
}

function databaseOf(
	started: ChildProcess,
	folder: string,
	url: string,
	tlsUrl: string,
	start?: () => ChildProcess,
): TestDatabase {
	const endOf = (process: ChildProcess) => once(process, 'exit').catch(() => undefined);
	let child = started;
	let ended = endOf(child);
	// The server must not keep running if the test process is interrupted.
	const killNow = () => child.kill('SIGKILL');
	process.once('exit', killNow);
	const kill = async () => {
		child.kill('SIGKILL');
		await ended;
	};
	return {
		url,
		tlsUrl,
		get pid() {
			return child.pid ?? -1;
		},
		run: async (sql, rows) => {
			const answer = await fetch(rows ? `${url}/?query=${encodeURIComponent(sql)}` : `${url}/`, {
				method: 'POST',
				headers: { 'X-ClickHouse-User': 'admin', 'X-ClickHouse-Key': Buffer.from(databasePassword).toString('latin1') },
				body: rows ? Buffer.from(rows) : sql,
			});
			const text = await answer.text();
			if (!answer.ok) {
				throw new Error(text);
			}
			return text;
		},
		log: () => ['server.log', 'error.log'].map((name) => readFileSync(join(folder, 'log', name), 'utf8')).join('\n'),
		kill,
		restart: async () => {
			if (!start) {
				throw new Error('this database cannot be started again');
			}
			await kill();
			child = start();
			ended = endOf(child);
			if (!(await answers(url, child))) {
				throw new Error('the server did not start again');
			}
		},
		[Symbol.asyncDispose]: async () => {
			await kill();
			process.off('exit', killNow);
			await rm(folder, { recursive: true, force: true });
		},
	};
}

function installer(): Promise<Installer> {
	return import(pathToFileURL(resolve('test/support/databases/install.mjs')).href);
}
