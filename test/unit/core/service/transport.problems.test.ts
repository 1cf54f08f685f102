import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { createGzip, gzipSync } from 'node:zlib';
import type { Problem } from '../../../../src/core/common/errors';
import { defaultNetwork } from '../../../support/defaultNetwork';
import { measured } from '../../../support/measured';
import { makeSelfSigned } from '../../../support/network/certificates';
import { allClosed, freePort, gzipped, type Loopback, serve, serveRaw } from '../../../support/network/loopback';
import { token } from './clientHarness';
import { getBytes, getProblem } from './expectations';
import { useTransportHarness } from './transportHarness';

describe('transport problems', () => {
	const stage = useTransportHarness();
	const { get, read } = stage;

	describe('broken response body', () => {
		const packed = gzipSync(randomBytes(100_000));
		const damaged = Buffer.from(packed);
		damaged.writeUInt32LE((damaged.readUInt32LE(damaged.length - 8) ^ 1) >>> 0, damaged.length - 8);

		it('reports a truncated gzip body', async () => {
			await using server = await serve(gzipped(packed.subarray(0, -20)));
			assert.deepEqual(await getProblem(read(server)), { kind: 'brokenBody', fault: 'gzip' });
		});
		it('reports a gzip body with a wrong checksum', async () => {
			await using server = await serve(gzipped(damaged));
			assert.deepEqual(await getProblem(read(server)), { kind: 'brokenBody', fault: 'gzip' });
		});
		it('reports a body that is declared as gzip but is not compressed', async () => {
			await using server = await serve(gzipped(Buffer.from('error_id\n1\n')));
			assert.deepEqual(await getProblem(read(server)), { kind: 'brokenBody', fault: 'gzip' });
		});
		it('reports a body shorter than its Content-Length', async () => {
			await using server = await serveRaw((socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhello'));
			assert.deepEqual(await getProblem(read(server)), { kind: 'brokenBody', fault: 'shorterThanAnnounced' });
		});
		it('reports a body longer than its Content-Length and does not reuse the connection', async () => {
			await using server = await serveRaw((socket) =>
				socket.write('HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello, you'),
			);
			assert.deepEqual(await getProblem(read(server)), { kind: 'brokenBody', fault: 'longerThanAnnounced' });
			await allClosed(server);
		});
		it('flags a body whose end is indicated only by a closed connection', async () => {
			await using server = await serveRaw((socket) => socket.end('HTTP/1.1 200 OK\r\n\r\nhello'));
			using answer = await get(server.url);
			assert.equal(answer.body.untilClosed, true);
			assert.equal((await getBytes(answer.body.chunks)).toString(), 'hello');
		});
		it('reports a chunked body without its last chunk', async () => {
			await using server = await serveRaw((socket) =>
				socket.end('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n'),
			);
			assert.deepEqual(await getProblem(read(server)), { kind: 'brokenBody', fault: 'connectionLost' });
		});
		it('reports a chunked body with an invalid chunk size', async () => {
			await using server = await serveRaw((socket) =>
				socket.end('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\nzz\r\n'),
			);
			assert.deepEqual(await getProblem(read(server)), { kind: 'brokenBody', fault: 'connectionLost' });
		});
		it('reports a chunked body that is interrupted by a connection reset', async () => {
			await using server = await serveRaw((socket) => {
				socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n', () =>
					setImmediate(() => socket.resetAndDestroy()),
				);
			});
			assert.deepEqual(await getProblem(read(server)), { kind: 'brokenBody', fault: 'connectionLost' });
		});
		it('reports a gzip body that is interrupted by a connection reset', async () => {
			await using server = await serveRaw((socket) => {
				socket.write('HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 99999\r\n\r\n');
				socket.write(packed.subarray(0, 5000), () => setImmediate(() => socket.resetAndDestroy()));
			});
			const problem = await getProblem(read(server));
			// Node.js 22 reports this reset as a normally closed connection.
			const faults = ['connectionLost', 'shorterThanAnnounced'];
			assert.ok(problem?.kind === 'brokenBody' && faults.includes(problem.fault), JSON.stringify(problem));
		});
	});

	describe('missing response', () => {
		const network = (fault: string, host: string, code: string) => ({ kind: 'network', fault, host, code });

		it('reports a refused connection to the service', async () => {
			const port = await freePort();
			assert.deepEqual(
				await getProblem(get(`http://127.0.0.1:${port}/?q=secret`)),
				network('refused', `127.0.0.1:${port}`, 'ECONNREFUSED'),
			);
		});
		it('reports a connection refused by both addresses of localhost', async () => {
			const port = await freePort();
			const problem = await getProblem(get(`http://localhost:${port}/`));
			assert.deepEqual(problem, network('refused', `localhost:${port}`, 'ECONNREFUSED'));
		});
		it("reports that the service's hostname is unknown", async () => {
			const problem = await getProblem(get('https://no-such-host.invalid/'));
			assert.equal(problem.kind === 'network' && problem.fault, 'unknownHost');
		});
		it('reports a connection reset before the response', async () => {
			await using server = await serveRaw((socket) => socket.resetAndDestroy());
			const problem = await getProblem(get(server.url));
			assert.equal(problem.kind === 'network' && problem.fault, 'reset');
		});
		it('reports a connection closed before the response', async () => {
			await using server = await serveRaw((socket) => socket.end());
			const problem = await getProblem(get(server.url));
			assert.equal(problem.kind === 'network' && problem.fault, 'reset');
		});
		it('reports response headers that are too long', async () => {
			await using server = await serveRaw((socket) => {
				socket.write(`HTTP/1.1 200 OK\r\nX: ${'x'.repeat(200_000)}\r\n\r\n`);
			});
			const host = `127.0.0.1:${server.port}`;
			assert.deepEqual(await getProblem(get(server.url)), network('other', host, 'UND_ERR_HEADERS_OVERFLOW'));
		});
		it('reports a response that is not HTTP without revealing the token', async () => {
			await using server = await serveRaw((socket) => socket.end(`SSH-2.0 ${token}\r\n`));
			const problem = await getProblem(get(server.url));
			assert.equal(problem.kind, 'network');
			assert.ok(!JSON.stringify(problem).includes(token));
		});
		it("reports the service's untrusted certificate", async () => {
			await using server = await serve((_request, response) => response.end('x'), makeSelfSigned());
			assert.deepEqual(await getProblem(get(server.url)), {
				kind: 'certificate',
				host: `127.0.0.1:${server.port}`,
				code: 'DEPTH_ZERO_SELF_SIGNED_CERT',
			});
			assert.equal(server.requests.length, 0);
		});
		it('reports a plain HTTP response on a TLS connection', async () => {
			await using server = await serve((_request, response) => response.end('x'));
			const problem = await getProblem(get(`https://127.0.0.1:${server.port}/`));
			assert.equal(problem.kind, 'network');
		});
	});

	describe('network timeouts', () => {
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

		// undici checks timeouts about once a second, so each timeout occurs later than its limit.
		it('times out if the service sends no response headers', async () => {
			await using server = await serve(() => {});
			const problem = await getProblem(get(server.url));
			assert.deepEqual(problem, timeoutOf(server, 'UND_ERR_HEADERS_TIMEOUT', 'headers'));
		});

		it('times out if the service does not answer the TLS handshake', async () => {
			await using server = await serveRaw(() => {});
			const problem = await getProblem(get(server.url.replace('http:', 'https:')));
			assert.deepEqual(problem, timeoutOf(server, 'UND_ERR_CONNECT_TIMEOUT', 'connect'));
		});

		it('times out if the service stops sending in the middle of a body', async () => {
			await using server = await serve((_request, response) => {
				response.write('begun');
			});
			using answer = await get(server.url);
			const problem = await getProblem(getBytes(answer.body.chunks));
			assert.deepEqual(problem, timeoutOf(server, 'UND_ERR_BODY_TIMEOUT', 'silentBody'));
		});

		it('does not time out while data of a slow body keeps arriving', async () => {
			await using server = await serve((_request, response) => {
				let left = 30;
				const timer = setInterval(() => (left-- > 0 ? response.write('.') : response.end()), 100);
				response.once('close', () => clearInterval(timer));
			});
			using answer = await get(server.url);
			assert.equal((await getBytes(answer.body.chunks)).toString(), '.'.repeat(30));
		});
	});

	describe('aborted request', () => {
		async function expectCancelled(server: Loopback, promise: Promise<unknown>, abort: () => void): Promise<void> {
			const outcome = getProblem(promise);
			const asked = performance.now();
			abort();
			assert.deepEqual(await outcome, { kind: 'cancelled' } satisfies Problem);
			await allClosed(server);
			assert.ok(performance.now() - asked < 5000);
		}

		measured('closes the connection when a request is aborted before the response', async () => {
			await using server = await serve(() => {});
			const controller = new AbortController();
			const asking = get(server.url, controller.signal);
			asking.catch(() => {});
			await requestArrived(server);
			await expectCancelled(server, asking, () => controller.abort());
		});

		for (const packed of [false, true]) {
			measured(`closes the connection when aborted during a slow ${packed ? 'compressed ' : ''}body`, async () => {
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

		it('sends nothing if the request is already aborted', async () => {
			await using server = await serve((_request, response) => response.end('x'));
			assert.deepEqual(await getProblem(get(server.url, AbortSignal.abort())), { kind: 'cancelled' });
			assert.equal(server.sockets.size, 0);
		});

		it('stops immediately when aborted while connecting', async () => {
			await using server = await serveRaw(() => {});
			const controller = new AbortController();
			// The server never answers the TLS handshake.
			const asking = getProblem(get(server.url.replace('http:', 'https:'), controller.signal));
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
