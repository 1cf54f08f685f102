import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { connectDatabase, oldestVersion } from '../../../../src/core/database/connectDatabase';
import { Connections } from '../../../../src/core/service/dispatcher';
import { useServer } from '../../../support/databases/databases';
import { defaultNetwork } from '../../../support/defaultNetwork';
import { makePrivateRoot } from '../../../support/network/certificates';
import { listen } from '../../../support/network/listen';
import { answer, freePort, type Handler, type Loopback, serve, serveRaw } from '../../../support/network/loopback';
import { startHttpProxy } from '../../../support/network/proxies';
import { getProblem } from '../service/expectations';
import { compact } from './compact';
import { accessTo, ask, getParts, never, useDatabaseHarness } from './databaseHarness';

const root = makePrivateRoot();

describe('database connection', () => {
	const stage = useDatabaseHarness();
	const server = useServer(root.issue());

	it('connects over TLS with a custom root certificate', async () => {
		await using connections = new Connections(defaultNetwork, {}, () => [root.certificate]);
		await using client = await connectDatabase(accessTo(server.current.tlsUrl), getParts(connections), never);
		assert.deepEqual(await client.rows(ask("SELECT 'in TLS'")), [['in TLS']]);
		const problem = await getProblem(stage.connect(server.current.tlsUrl));
		assert.equal(problem.kind, 'certificate');
	});

	it('connects to the database through a proxy', async () => {
		await using proxy = await startHttpProxy({ target: Number(new URL(server.current.tlsUrl).port) });
		const settings = { ...defaultNetwork, proxy: proxy.address };
		await using connections = new Connections(settings, {}, () => [root.certificate]);
		await using client = await connectDatabase(accessTo('https://service.example'), getParts(connections), never);
		assert.deepEqual(await client.rows(ask("SELECT 'by proxy'")), [['by proxy']]);
		assert.deepEqual([...new Set(proxy.asked)], ['CONNECT service.example:443']);
	});

	it('requires consent for an unencrypted connection to a remote database', async () => {
		assert.deepEqual(await getProblem(stage.connect('http://service.example:8123')), {
			kind: 'insecureDatabase',
			address: 'http://service.example:8123',
		});
	});

	it('reports a refused connection if no server listens on the database port', async () => {
		const problem = await getProblem(stage.connect(`http://127.0.0.1:${await freePort()}`));
		assert.equal(problem.kind === 'databaseNetwork' && problem.fault, 'refused');
	});

	it('reports that the server at the database URL is not a database', async () => {
		for (const handler of [
			answer(200, '<html>hello</html>'),
			answer(404, 'none'),
			answer(302, '', { Location: '/x' }),
		]) {
			await using other = await serve(handler);
			assert.deepEqual(await getProblem(stage.connect(other.url)), { kind: 'databaseAnswer', fault: 'notDatabase' });
		}
		await using failing = await serve(answer(502, 'Bad Gateway'));
		assert.deepEqual(await getProblem(stage.connect(failing.url)), {
			kind: 'databaseFailure',
			status: 502,
			code: undefined,
			words: 'Bad Gateway',
		});
	});

	it('compresses responses and puts no user name, password or query into the URL', async () => {
		await using between = await watchedWay(() => Number(new URL(server.current.url).port));
		const client = await stage.connect(between.url);
		await client.rows(ask("SELECT number, 'a text that repeats itself' FROM system.numbers LIMIT 1000"));
		const addresses = between.sent().match(/(?:GET|POST) \/\S* HTTP/g) ?? [];
		assert.equal(addresses.length, 3);
		for (const address of addresses) {
			assert.match(address, /^POST /);
			assert.doesNotMatch(address, /user=|password=|admin|SELECT|pa(?:%20|\+)ss/);
		}
		assert.match(between.sent(), /X-ClickHouse-User: admin\r\n/);
		assert.equal(between.received().match(/^Content-Encoding: gzip/gm)?.length, 1, 'the last one');
	});

	it('repeats a query if the server closed the idle connection', async () => {
		const client = await stage.connect(server.current.url);
		assert.deepEqual(await client.rows(ask('SELECT 1')), [['1']]);
		// Longer than the server's keep-alive timeout for idle connections.
		await pause(1200);
		assert.deepEqual(await client.rows(ask('SELECT 2')), [['2']]);
		let questions = 0;
		await using resetting = await serveRaw((socket) => {
			questions++;
			socket.destroy();
		});
		const problem = await getProblem(stage.connect(resetting.url));
		assert.equal(problem.kind === 'databaseNetwork' && problem.fault, 'reset');
		assert.ok(questions >= 2, 'asked once again');
	});

	it('reports an error instead of losing rows if a response is truncated at any position', async () => {
		const sql = "SELECT toString(number), 'text' FROM system.numbers LIMIT 5000";
		await using cutting = await watchedWay(() => Number(new URL(server.current.url).port));
		const client = await stage.connect(cutting.url);
		const before = cutting.received().length;
		assert.equal((await client.rows(ask(sql, { maxRows: 5000 }))).length, 5000);
		const whole = cutting.received().length - before;
		for (let part = 0; part < 40; part++) {
			cutting.cutAfter(Math.floor((whole * part) / 40));
			const problem = await getProblem(
				part % 2 === 0
					? client.rows(ask(sql, { maxRows: 5000 }))
					: countOf(client.batches(ask(sql, { maxRows: 5000 }))),
			);
			assert.ok(['databaseAnswer', 'databaseNetwork'].includes(problem.kind), `${problem.kind} at ${part}`);
			cutting.cutAfter(Number.POSITIVE_INFINITY);
		}
		assert.equal((await client.rows(ask(sql, { maxRows: 5000 }))).length, 5000);
	});
});

describe('database server that stops during a response', () => {
	const stage = useDatabaseHarness();
	const server = useServer();

	it('reports a truncated response if the server stops while rows are being read', async () => {
		const client = await stage.connect(server.current.url);
		const reading = async () => {
			let count = 0;
			for await (const rows of client.batches(
				ask('SELECT number, sleep(0.001) FROM system.numbers', { maxRows: 1e12 }),
			)) {
				if (count === 0) {
					void server.current.kill();
				}
				count += rows.length;
			}
		};
		assert.deepEqual(await getProblem(reading()), { kind: 'databaseAnswer', fault: 'cut' });
		const problem = await getProblem(client.rows(ask('SELECT 1')));
		assert.equal(problem.kind === 'databaseNetwork' && problem.fault, 'refused');
	});
});

describe('newer database server', () => {
	const stage = useDatabaseHarness();

	async function serveNewer(then: Handler, settings: readonly (readonly string[])[] = []): Promise<Loopback> {
		return serve((request, response) => {
			const pieces: Buffer[] = [];
			request.on('data', (piece: Buffer) => pieces.push(piece));
			request.on('end', () => {
				const sql = Buffer.concat(pieces).toString();
				if (sql.startsWith('SELECT version()')) {
					response.end(compact([['26.7.2.1']]));
				} else if (sql.includes('FROM system.settings')) {
					response.end(compact(settings));
				} else if (sql.startsWith('KILL')) {
					response.end(compact([['waiting']]));
				} else {
					then(request, response);
				}
			});
		});
	}

	it('maps the exception code in a response header to a database error', async () => {
		for (const [code, kind] of [
			['516', 'databaseSignIn'],
			['497', 'databaseForbidden'],
			['60', 'databaseMissing'],
			['241', 'databaseTooMuch'],
			['279', 'databaseIncomplete'],
			['394', 'cancelled'],
			['999', 'databaseFailure'],
		]) {
			await using server = await serveNewer(
				answer(500, 'whatever it says', { 'X-ClickHouse-Exception-Code': code ?? '' }),
			);
			const client = await stage.connect(server.url);
			assert.equal((await getProblem(client.rows(ask('SELECT 1')))).kind, kind, code);
		}
	});

	it('reports the error after an exception marker at the end of a response', async () => {
		const rows = [['Code: 516. DB::Exception: a text of a record'], ['b']];
		const told =
			'__exception__\r\nabcdefghijklmnop\r\nCode: 241. DB::Exception: Query memory limit exceeded. (MEMORY_LIMIT_EXCEEDED)\n96 abcdefghijklmnop\r\n__exception__\r\n';
		for (const body of [
			`${compact(rows).split('],\n\n\t"rows"')[0]}${told}`,
			`${compact(rows).slice(0, -60)}${told}`,
		]) {
			await using server = await serveNewer((_request, response) => {
				response.setHeader('X-ClickHouse-Exception-Tag', 'abcdefghijklmnop');
				// The server closes the connection after reporting an error in the response body.
				response.write(body, () => response.destroy());
			});
			const client = await stage.connect(server.url);
			const problem = await getProblem(countOf(client.batches(ask('SELECT 1'))));
			assert.deepEqual(problem, {
				kind: 'databaseTooMuch',
				limit: 'memory',
				words: 'Query memory limit exceeded. (MEMORY_LIMIT_EXCEEDED)',
			});
		}
	});

	it('detects an exception message in a well-formed JSON response', async () => {
		const body = compact([['a']]).replace(
			'"rows": 1',
			'"rows": 1,\n\t"exception": "Code: 159. DB::Exception: Timeout exceeded"',
		);
		await using server = await serveNewer(answer(200, body));
		const client = await stage.connect(server.url);
		const problem = await getProblem(client.rows(ask('SELECT 1')));
		assert.equal(problem.kind === 'databaseTooMuch' && problem.limit, 'time');
	});

	it('rejects a response whose row count does not match its rows', async () => {
		for (const body of [
			compact([['a']]).replace('"rows": 1', '"rows": 2'),
			compact([['a']]).replace('"rows": 1', '"r": 1'),
		]) {
			await using server = await serveNewer(answer(200, body));
			const client = await stage.connect(server.url);
			assert.deepEqual(await getProblem(client.rows(ask('SELECT 1'))), { kind: 'databaseAnswer', fault: 'cut' });
		}
	});

	it("rejects a response with an integer that a double can't represent", async () => {
		await using server = await serveNewer(answer(200, compact([['a']]).replace('["a"]', '[18446744073709551615]')));
		const client = await stage.connect(server.url);
		assert.deepEqual(await getProblem(client.rows(ask('SELECT 1'))), { kind: 'databaseAnswer', fault: 'malformed' });
	});

	it('sends only settings that the database server knows and the user can change', async () => {
		await using server = await serveNewer(answer(200, compact([['1']])), [
			['readonly', '2', '0'],
			['max_execution_time', '5', '0'],
			['max_memory_usage', '10000000000', '1'],
			['max_bytes_before_external_sort', '0', '1'],
			['max_bytes_before_external_group_by', '0', '0'],
			['skip_unavailable_shards', '0', '1'],
			['limit', '100', '0'],
			['log_comment', '', '0'],
		]);
		const client = await stage.connect(server.url);
		await client.rows(ask('SELECT 1', { maxRows: 7 }));
		const query = Object.fromEntries(new URL(server.requests.at(-1)?.url ?? '', server.url).searchParams);
		assert.match(query['query_id'] ?? '', /^[\da-f-]{36}-\d+$/);
		delete query['query_id'];
		assert.deepEqual(query, {
			wait_end_of_query: '1',
			limit: '0',
			max_execution_time: '5',
			max_bytes_before_external_group_by: '5000000000',
			log_comment: 'App Errors',
		});
	});

	it('rejects servers older than the oldest supported version that the guide specifies', async () => {
		const [major, minor] = oldestVersion;
		const oldest = `${major}.${minor}`;
		for (const version of [`${major}.${minor - 1}.99`, `${major - 1}.99.1`]) {
			await using old = await serve(answer(200, compact([[version, 'host']])));
			assert.deepEqual(await getProblem(stage.connect(old.url)), { kind: 'databaseTooOld', version, oldest });
		}
		assert.ok(readFileSync('docs/databases.md', 'utf8').includes(`ClickHouse ${oldest} or later`));
	});

	it('rejects a server whose read-only settings would truncate results', async () => {
		for (const setting of ['skip_unavailable_shards', 'limit', 'read_overflow_mode']) {
			await using server = await serveNewer(answer(200, ''), [
				[setting, setting === 'read_overflow_mode' ? 'break' : '1', '1'],
			]);
			assert.deepEqual(await getProblem(stage.connect(server.url)), { kind: 'databaseCutsAnswers', setting });
		}
	});
});

async function countOf(batches: AsyncIterable<readonly unknown[]>): Promise<number> {
	let count = 0;
	for await (const rows of batches) {
		count += rows.length;
	}
	return count;
}

interface WatchedWay extends AsyncDisposable {
	readonly url: string;
	sent(): string;
	received(): string;
	cutAfter(bytes: number): void;
}

async function watchedWay(port: () => number): Promise<WatchedWay> {
	let [sent, received] = ['', ''];
	let left = Number.POSITIVE_INFINITY;
	const server = createServer((socket) => {
		const far = connect(port(), '127.0.0.1');
		for (const [one, other] of [
			[socket, far],
			[far, socket],
		] as const) {
			one.on('error', () => other.destroy());
			one.on('close', () => other.end());
		}
		socket.on('data', (bytes) => {
			sent += bytes.toString('latin1');
			far.write(bytes);
		});
		far.on('data', (bytes) => {
			const through = bytes.subarray(0, Math.min(bytes.length, left));
			left -= through.length;
			received += through.toString('latin1');
			socket.write(through);
			if (through.length < bytes.length) {
				far.destroy();
				socket.end();
			}
		});
	});
	const listening = await listen(server);
	return {
		url: `http://127.0.0.1:${listening.port}`,
		sent: () => sent,
		received: () => received,
		cutAfter: (bytes) => {
			left = bytes;
		},
		[Symbol.asyncDispose]: () => listening[Symbol.asyncDispose](),
	};
}
