import assert from 'node:assert/strict';
import { gunzipSync, zstdDecompressSync } from 'node:zlib';
import { AppError } from '../../../../src/core/common/errors';
import { DatabaseClient } from '../../../../src/core/database/databaseClient';
import { createPost, type PostStatement, type RowPacking } from '../../../../src/core/database/databaseRequest';
import { Connections } from '../../../../src/core/service/dispatcher';
import { useNewestEngine, useServer } from '../../../support/databases/databases';
import { defaultNetwork } from '../../../support/defaultNetwork';
import { answer, serve } from '../../../support/network/loopback';
import { Random } from '../../../support/random';
import { getProblem } from '../service/expectations';
import { accessTo, ask, getParts, never, useDatabaseHarness } from './databaseHarness';

const packings: readonly RowPacking[] = ['gzip', 'zstd', 'none'];

describe('rows sent to a database', () => {
	let connections: Connections;
	let post: PostStatement;

	beforeEach(() => {
		connections = new Connections(defaultNetwork, {});
		post = createPost(connections, () => undefined);
	});
	afterEach(() => connections[Symbol.asyncDispose]());

	const send = async (url: string, pieces: AsyncIterable<Uint8Array>, packing: RowPacking, signal = never) => {
		const request = { url: new URL(url), user: 'admin', password: 'x', sql: 'INSERT INTO t FORMAT Native' };
		using sent = await post({ ...request, rows: { pieces, packing } }, signal);
		return sent.status;
	};

	for (const [packing, encoding, unpacked] of [
		['gzip', 'gzip', gunzipSync],
		['zstd', 'zstd', zstdDecompressSync],
		['none', undefined, (body: Buffer) => body],
	] as const) {
		it(`sends rows from a reused buffer unchanged (compression: ${packing})`, async () => {
			const random = new Random(3);
			const sizes = [1, 0, 200_000, 3_000_000, 17, 1_500_000];
			const all: Buffer[] = [];
			const pieces = async function* () {
				const memory = Buffer.alloc(Math.max(...sizes));
				for (const size of sizes) {
					const piece = memory.subarray(0, size);
					for (let at = 0; at < size; at++) {
						piece[at] = at % 3 === 0 ? random.below(256) : at;
					}
					all.push(Buffer.from(piece));
					yield piece;
					memory.fill(0xee);
				}
			};
			const bodies: Buffer[] = [];
			await using server = await serve(async (request, response) => {
				assert.equal(request.headers['content-encoding'], encoding);
				for await (const chunk of request) {
					bodies.push(chunk);
				}
				response.end();
			});
			assert.equal(await send(server.url, pieces(), packing), 200);
			assert.ok(unpacked(Buffer.concat(bodies)).equals(Buffer.concat(all)));
		});
	}

	for (const packing of packings) {
		it(`aborts the request with the error of the row source (compression: ${packing})`, async () => {
			let isWhole = false;
			await using server = await serve((request, response) => {
				request.resume().on('end', () => {
					isWhole = true;
					response.end();
				});
			});
			const failure = new AppError({ kind: 'cancelled' });
			const pieces = async function* () {
				yield Buffer.alloc(1_000_000, 'a');
				throw failure;
			};
			assert.deepEqual(await getProblem(send(server.url, pieces(), packing)), failure.problem);
			assert.equal(isWhole, false);
		});

		it(`stops the row source if the request is rejected or aborted (compression: ${packing})`, async () => {
			await using server = await serve(answer(500, 'no'));
			await new Promise<void>((resolve, reject) => {
				send(server.url, endless(resolve), packing).catch(reject);
			});
			await using silent = await serve((request) => void request.pause());
			const giving = new AbortController();
			await new Promise<void>((resolve) => {
				send(silent.url, endless(resolve), packing, giving.signal).catch(() => undefined);
				setTimeout(() => giving.abort(), 200);
			});
		});
	}
});

for (const { name, use } of [
	{ name: 'the oldest server', use: () => useServer() },
	{ name: 'the newest engine', use: useNewestEngine },
]) {
	describe(`rows inserted on ${name}`, () => {
		const server = use();
		const stage = useDatabaseHarness();

		it('inserts all rows into a local and a remote database', async () => {
			const here = await stage.connect(server.current.url);
			assert.equal(here.server.isHere, true);
			await using connections = new Connections(defaultNetwork, {});
			const elsewhere = { ...here.server, isHere: false };
			await using away = new DatabaseClient(accessTo(server.current.url), getParts(connections), elsewhere);
			for (const [place, client] of [here, away].entries()) {
				const table = `default.sent_${place}`;
				const change = { repeatable: false, signal: never };
				await client.change({ sql: `CREATE TABLE ${table} (n UInt32, text String) ENGINE = Log`, ...change });
				const rows = async function* () {
					for (let from = 0; from < 300_000; from += 50_000) {
						yield Buffer.from(
							Array.from({ length: 50_000 }, (_, row) => `${from + row}\ttext ${from + row}\n`).join(''),
						);
					}
				};
				await client.change({ sql: `INSERT INTO ${table} FORMAT TabSeparated`, rows: rows(), ...change });
				const sql = `SELECT toString(count()), toString(sum(n)), toString(countIf(text = concat('text ', toString(n)))) FROM ${table}`;
				assert.deepEqual(await client.rows(ask(sql)), [['300000', '44999850000', '300000']]);
			}
		});
	});
}

async function* endless(onEnd: () => void): AsyncGenerator<Buffer> {
	try {
		for (const random = new Random(1); ; ) {
			yield Buffer.from(random.times(100_000, () => random.below(256)));
		}
	} finally {
		onEnd();
	}
}
