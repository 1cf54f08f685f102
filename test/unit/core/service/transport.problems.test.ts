import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { createGzip, gzipSync } from 'node:zlib';
import type { Problem } from '../../../../src/core/common/errors';
import { defaultNetwork } from '../../../support/defaultNetwork';
import { measured } from '../../../support/measured';
import { makeSelfSigned } from '../../../support/network/certificates';
import { allClosed, freePort, gzipped, type Loopback, serve, serveRaw } from '../../../support/network/loopback';
import { token } from './clientStage';
import { bytesOf, problemOf } from './expectations';
import { useTransportStage } from './transportStage';

describe('transport in trouble', () => {
	const stage = useTransportStage();
	const { get, read } = stage;

	describe('broken body', () => {
		const packed = gzipSync(randomBytes(100_000));
		const damaged = Buffer.from(packed);
		damaged.writeUInt32LE((damaged.readUInt32LE(damaged.length - 8) ^ 1) >>> 0, damaged.length - 8);

		it('gzip cut short', async () => {
			await using server = await serve(gzipped(packed.subarray(0, -20)));
			assert.deepEqual(await problemOf(read(server)), { kind: 'brokenBody', fault: 'gzip' });
		});
		it('gzip with a wrong checksum', async () => {
			await using server = await serve(gzipped(damaged));
			assert.deepEqual(await problemOf(read(server)), { kind: 'brokenBody', fault: 'gzip' });
		});
		it('gzip that is none', async () => {
			await using server = await serve(gzipped(Buffer.from('error_id\n1\n')));
			assert.deepEqual(await problemOf(read(server)), { kind: 'brokenBody', fault: 'gzip' });
		});
		it('shorter than announced', async () => {
			await using server = await serveRaw((socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhello'));
			assert.deepEqual(await problemOf(read(server)), { kind: 'brokenBody', fault: 'shorterThanAnnounced' });
		});
		it('longer than announced, and the connection is not used again', async () => {
			await using server = await serveRaw((socket) =>
				socket.write('HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello, you'),
			);
			assert.deepEqual(await problemOf(read(server)), { kind: 'brokenBody', fault: 'longerThanAnnounced' });
			await allClosed(server);
		});
		it('that only the end of the connection ends is said to be one', async () => {
			await using server = await serveRaw((socket) => socket.end('HTTP/1.1 200 OK\r\n\r\nhello'));
			using answer = await get(server.url);
			assert.equal(answer.body.untilClosed, true);
			assert.equal((await bytesOf(answer.body.chunks)).toString(), 'hello');
		});
		it('without its last chunk', async () => {
			await using server = await serveRaw((socket) =>
				socket.end('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n'),
			);
			assert.deepEqual(await problemOf(read(server)), { kind: 'brokenBody', fault: 'connectionLost' });
		});
		it('with a chunk that is none', async () => {
			await using server = await serveRaw((socket) =>
				socket.end('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\nzz\r\n'),
			);
			assert.deepEqual(await problemOf(read(server)), { kind: 'brokenBody', fault: 'connectionLost' });
		});
		it('cut by a reset', async () => {
			await using server = await serveRaw((socket) => {
				socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n', () =>
					setImmediate(() => socket.resetAndDestroy()),
				);
			});
			assert.deepEqual(await problemOf(read(server)), { kind: 'brokenBody', fault: 'connectionLost' });
		});
		it('of gzip cut by a reset', async () => {
			await using server = await serveRaw((socket) => {
				socket.write('HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 99999\r\n\r\n');
				socket.write(packed.subarray(0, 5000), () => setImmediate(() => socket.resetAndDestroy()));
			});
			assert.deepEqual(await problemOf(read(server)), { kind: 'brokenBody', fault: 'connectionLost' });
		});
	});

	describe('no answer', () => {
		const network = (fault: string, host: string, code: string) => ({ kind: 'network', fault, host, code });

		it('connection refused', async () => {
			const port = await freePort();
			assert.deepEqual(
				await problemOf(get(`http://127.0.0.1:${port}/?q=secret`)),
				network('refused', `127.0.0.1:${port}`, 'ECONNREFUSED'),
			);
		});
		it('connection refused by localhost on both of its addresses', async () => {
			const port = await freePort();
			const problem = await problemOf(get(`http://localhost:${port}/`));
			assert.deepEqual(problem, network('refused', `localhost:${port}`, 'ECONNREFUSED'));
		});
		it('unknown host', async () => {
			const problem = await problemOf(get('https://no-such-host.invalid/'));
			assert.equal(problem.kind === 'network' && problem.fault, 'unknownHost');
		});
		it('connection reset before an answer', async () => {
			await using server = await serveRaw((socket) => socket.resetAndDestroy());
			const problem = await problemOf(get(server.url));
			assert.equal(problem.kind === 'network' && problem.fault, 'reset');
		});
		it('connection closed before an answer', async () => {
			await using server = await serveRaw((socket) => socket.end());
			const problem = await problemOf(get(server.url));
			assert.equal(problem.kind === 'network' && problem.fault, 'reset');
		});
		it('headers beyond all measure', async () => {
			await using server = await serveRaw((socket) => {
				socket.write(`HTTP/1.1 200 OK\r\nX: ${'x'.repeat(200_000)}\r\n\r\n`);
			});
			const host = `127.0.0.1:${server.port}`;
			assert.deepEqual(await problemOf(get(server.url)), network('other', host, 'UND_ERR_HEADERS_OVERFLOW'));
		});
		it('something that is not HTTP', async () => {
			await using server = await serveRaw((socket) => socket.end(`SSH-2.0 ${token}\r\n`));
			const problem = await problemOf(get(server.url));
			assert.equal(problem.kind, 'network');
			assert.ok(!JSON.stringify(problem).includes(token));
		});
		it('a certificate that nobody vouches for', async () => {
			await using server = await serve((_request, response) => response.end('x'), makeSelfSigned());
			assert.deepEqual(await problemOf(get(server.url)), {
				kind: 'certificate',
				host: `127.0.0.1:${server.port}`,
				code: 'DEPTH_ZERO_SELF_SIGNED_CERT',
			});
			assert.equal(server.requests.length, 0);
		});
		it('plain HTTP where TLS is expected', async () => {
			await using server = await serve((_request, response) => response.end('x'));
			const problem = await problemOf(get(`https://127.0.0.1:${server.port}/`));
			assert.equal(problem.kind, 'network');
		});
	});

	describe('silence', () => {
		beforeEach(() =>
			stage.connections.configure({
				...defaultNetwork,
				timeouts: { connect: 300, headers: 300, silentBody: 300 },
			}),
		);
		const timeoutOf = (server: Loopback, code: string, limit: string) => ({
			kind: 'network',
			fault: 'timeout',
			host: `127.0.0.1:${server.port}`,
			code,
			limit,
		});

		// undici's clock for these ticks about once a second, so each takes longer than its limit.
		it('instead of an answer ends', async () => {
			await using server = await serve(() => {});
			const problem = await problemOf(get(server.url));
			assert.deepEqual(problem, timeoutOf(server, 'UND_ERR_HEADERS_TIMEOUT', 'headers'));
		});

		it('instead of a handshake ends', async () => {
			await using server = await serveRaw(() => {});
			const problem = await problemOf(get(server.url.replace('http:', 'https:')));
			assert.deepEqual(problem, timeoutOf(server, 'UND_ERR_CONNECT_TIMEOUT', 'connect'));
		});

		it('in the middle of a body ends it', async () => {
			await using server = await serve((_request, response) => {
				response.write('begun');
			});
			using answer = await get(server.url);
			const problem = await problemOf(bytesOf(answer.body.chunks));
			assert.deepEqual(problem, timeoutOf(server, 'UND_ERR_BODY_TIMEOUT', 'silentBody'));
		});

		it('is not a body that moves, however slowly', async () => {
			await using server = await serve((_request, response) => {
				let left = 30;
				const timer = setInterval(() => (left-- > 0 ? response.write('.') : response.end()), 100);
				response.once('close', () => clearInterval(timer));
			});
			using answer = await get(server.url);
			assert.equal((await bytesOf(answer.body.chunks)).toString(), '.'.repeat(30));
		});
	});

	describe('abort', () => {
		async function expectCancelled(server: Loopback, promise: Promise<unknown>, abort: () => void): Promise<void> {
			const outcome = problemOf(promise);
			const asked = performance.now();
			abort();
			assert.deepEqual(await outcome, { kind: 'cancelled' } satisfies Problem);
			await allClosed(server);
			assert.ok(performance.now() - asked < 5000);
		}

		measured('before the answer closes the connection', async () => {
			await using server = await serve(() => {});
			const controller = new AbortController();
			const asking = get(server.url, controller.signal);
			asking.catch(() => {});
			await requestArrived(server);
			await expectCancelled(server, asking, () => controller.abort());
		});

		for (const packed of [false, true]) {
			measured(`within a ${packed ? 'packed ' : ''}body that trickles closes the connection`, async () => {
				await using server = await serve((_request, response) => {
					const gzip = createGzip({ level: 0 });
					if (packed) {
						response.setHeader('Content-Encoding', 'gzip');
						gzip.pipe(response);
					}
					const body = packed ? gzip : response;
					const timer = setInterval(() => body.write(randomBytes(100_000)), 5);
					response.once('close', () => clearInterval(timer));
				});
				const controller = new AbortController();
				using answer = await get(server.url, controller.signal);
				const chunks = answer.body.chunks[Symbol.asyncIterator]();
				assert.equal((await chunks.next()).done, false);
				const rest = (async () => {
					while (!(await chunks.next()).done) {}
				})();
				rest.catch(() => {});
				await expectCancelled(server, rest, () => controller.abort('any reason'));
			});
		}

		it('in advance sends nothing', async () => {
			await using server = await serve((_request, response) => response.end('x'));
			assert.deepEqual(await problemOf(get(server.url, AbortSignal.abort())), { kind: 'cancelled' });
			assert.equal(server.sockets.size, 0);
		});

		it('while connecting ends at once', async () => {
			await using server = await serveRaw(() => {});
			const controller = new AbortController();
			// A handshake that is never answered.
			const asking = problemOf(get(server.url.replace('http:', 'https:'), controller.signal));
			while (server.sockets.size === 0) {
				await new Promise(setImmediate);
			}
			const asked = performance.now();
			controller.abort();
			assert.deepEqual(await asking, { kind: 'cancelled' });
			assert.ok(performance.now() - asked < 5000);
		});
	});
});

async function requestArrived(server: Loopback): Promise<void> {
	while (server.requests.length === 0) {
		await new Promise(setImmediate);
	}
}
