import assert from 'node:assert/strict';
import { gunzipSync, zstdDecompressSync } from 'node:zlib';
import { AppError } from '../../../../src/core/common/errors';
import { createPost, type PostStatement, type RowPacking } from '../../../../src/core/database/databaseRequest';
import { Connections } from '../../../../src/core/service/dispatcher';
import { defaultNetwork } from '../../../support/defaultNetwork';
import { answer, type Handler, serve } from '../../../support/network/loopback';
import { Random } from '../../../support/random';
import { problemOf } from '../service/expectations';
import { never } from './databaseStage';

describe('Rows that are sent to a database', () => {
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

	for (const [packing, unpacked] of [
		['gzip', gunzipSync],
		['zstd', zstdDecompressSync],
	] as const) {
		it(`arrive as they are in ${packing}, from memory that is used again`, async () => {
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
				assert.equal(request.headers['content-encoding'], packing);
				for await (const chunk of request) {
					bodies.push(chunk);
				}
				response.end();
			});
			assert.equal(await send(server.url, pieces(), packing), 200);
			assert.ok(unpacked(Buffer.concat(bodies)).equals(Buffer.concat(all)));
		});
	}

	it('end with what went wrong while they were made, and nobody takes them for whole', async () => {
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
		assert.deepEqual(await problemOf(send(server.url, pieces(), 'gzip')), failure.problem);
		assert.equal(isWhole, false);
	});

	it('are not asked for any more once the database has refused, or they are given up', async () => {
		const refusing: Handler = answer(500, 'no');
		await using server = await serve(refusing);
		const endless = (onEnd: () => void) =>
			(async function* () {
				try {
					for (const random = new Random(1); ; ) {
						yield Buffer.from(random.times(100_000, () => random.below(256)));
					}
				} finally {
					onEnd();
				}
			})();
		await new Promise<void>((resolve, reject) => {
			send(server.url, endless(resolve), 'zstd').catch(reject);
		});
		await using silent = await serve((request) => void request.pause());
		const giving = new AbortController();
		const ended = new Promise<void>((resolve) => {
			const sending = send(silent.url, endless(resolve), 'gzip', giving.signal);
			sending.catch(() => undefined);
			setTimeout(() => giving.abort(), 200);
		});
		await ended;
	});
});
