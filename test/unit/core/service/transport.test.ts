import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { createGzip, gzipSync } from 'node:zlib';
import { Agent, getGlobalDispatcher, setGlobalDispatcher } from 'undici';
import { allClosed, gzipped, type Handler, serve } from '../../../support/network/loopback';
import { token } from './clientHarness';
import { getBytes, getProblem } from './expectations';
import { useTransportHarness } from './transportHarness';

const never = new AbortController().signal;

describe('HTTP transport', () => {
	const stage = useTransportHarness();
	const { get, read } = stage;

	describe('HTTP requests', () => {
		it('sends the token, accepts gzip and adds no other header than the client name', async () => {
			await using server = await serve((_request, response) => response.end('x'));
			await read(server, '/path?a=b%20c');
			const [request] = server.requests;
			assert.equal(request?.url, '/path?a=b%20c');
			assert.deepEqual(Object.fromEntries(pairs(request?.rawHeaders ?? [])), {
				host: new URL(server.url).host,
				connection: 'keep-alive',
				Authorization: `OAuth ${token}`,
				'Accept-Encoding': 'gzip',
				'User-Agent': 'app-errors',
			});
		});

		it("sends no request if the token can't be sent in a header", async () => {
			await using server = await serve((_request, response) => response.end('x'));
			for (const wrong of ['', 'line\nbreak', 'tökén', ' padded ', 'nul\0']) {
				const problem = await getProblem(stage.transport({ url: server.url, token: wrong }, never));
				assert.deepEqual(problem, { kind: 'unauthorized' });
			}
			assert.equal(server.requests.length, 0);
		});

		it("neither uses nor changes the process's global undici dispatcher", async () => {
			await using server = await serve((_request, response) => response.end('x'));
			const usual = getGlobalDispatcher();
			await using trap = new (class extends Agent {
				override dispatch(): boolean {
					throw new Error('the global dispatcher was used');
				}
				[Symbol.asyncDispose]() {
					return this.destroy();
				}
			})();
			setGlobalDispatcher(trap);
			try {
				assert.equal((await read(server)).toString(), 'x');
				assert.equal(getGlobalDispatcher(), trap);
			} finally {
				setGlobalDispatcher(usual);
			}
		});

		it('logs the host, path, status and duration but neither query nor token', async () => {
			await using server = await serve((_request, response) => response.end('x'));
			await read(server, '/path?profile_id=somebody');
			assert.equal(stage.logged.length, 1);
			assert.match(stage.logged[0] ?? '', /^GET 127\.0\.0\.1:\d+\/path: 200 after \d+ ms$/);
		});
	});

	describe('HTTP responses', () => {
		it('returns the status, the lowercase header names and the announced length of a response', async () => {
			await using server = await serve((_request, response) => {
				response.writeHead(418, { 'X-One': 'a', 'X-Two': ['b', 'c'], 'Content-Length': '5' });
				response.end('hello');
			});
			using answer = await get(server.url);
			assert.equal(answer.status, 418);
			assert.equal(answer.body.untilClosed, undefined);
			assert.equal(answer.headers['x-one'], 'a');
			assert.equal(answer.headers['x-two'], 'b, c');
			assert.equal(answer.headers['constructor'], undefined);
			assert.equal(answer.body.totalBytes, 5);
			assert.equal((await getBytes(answer.body.chunks)).toString(), 'hello');
		});

		it('returns a large body completely with or without compression and Content-Length', async () => {
			const body = randomBytes(3_000_000);
			await using server = await serve(({ url }, response) => {
				if (url === '/packed') {
					response.setHeader('Content-Encoding', 'GZIP');
					const gzip = createGzip();
					gzip.pipe(response);
					gzip.end(body);
				} else {
					if (url === '/length') {
						response.setHeader('Content-Length', body.length);
					}
					response.end(body);
				}
			});
			for (const path of ['/packed', '/length', '/chunked']) {
				assert.ok((await read(server, path)).equals(body), path);
			}
		});

		it('decompresses several gzip members as a single body', async () => {
			await using server = await serve(gzipped(Buffer.concat([gzipSync('one '), gzipSync('two')])));
			assert.equal((await read(server)).toString(), 'one two');
		});

		it('treats an empty body as empty regardless of its Content-Encoding', async () => {
			await using server = await serve((_request, response) => {
				response.writeHead(200, { 'Content-Encoding': 'gzip', 'Content-Length': '0' });
				response.end();
			});
			assert.equal((await read(server)).length, 0);
		});

		it('does not report the Content-Length of a compressed body as its uncompressed length', async () => {
			const packed = gzipSync('hello');
			await using server = await serve((_request, response) => {
				response.writeHead(200, { 'Content-Encoding': 'gzip', 'Content-Length': packed.length });
				response.end(packed);
			});
			using answer = await get(server.url);
			assert.equal(answer.body.totalBytes, undefined);
		});

		it('rejects a response with a Content-Encoding that was not requested', async () => {
			await using server = await serve((_request, response) => {
				response.writeHead(401, { 'Content-Encoding': 'br' });
				response.end('x');
			});
			using answer = await get(server.url);
			assert.equal(answer.status, 401, 'the status counts all the same');
			assert.deepEqual(await getProblem(getBytes(answer.body.chunks)), {
				kind: 'unexpectedBody',
				found: 'text',
				words: 'Content-Encoding: br',
			});
		});

		it('closes the connection when a response is disposed before its end', async () => {
			await using server = await serve((_request, response) => {
				response.writeHead(200);
				response.write('begun');
			});
			{
				using answer = await get(server.url);
				assert.equal(answer.status, 200);
			}
			await allClosed(server);
		});

		it('closes the connection when the reader stops before the end of a response', async () => {
			await using server = await serve((_request, response) => {
				response.writeHead(200, { 'Content-Encoding': 'gzip' });
				const gzip = createGzip();
				gzip.pipe(response);
				gzip.write(randomBytes(2_000_000));
			});
			const answer = await get(server.url);
			for await (const chunk of answer.body.chunks) {
				assert.ok(chunk.length > 0);
				break;
			}
			await allClosed(server);
		});
	});

	describe('redirects', () => {
		const redirectTo =
			(location: (path: string) => string | undefined, status = 302): Handler =>
			({ url = '' }, response) => {
				const to = location(url);
				if (to === undefined) {
					response.end(`arrived at ${url}`);
				} else {
					response.writeHead(status, { Location: to });
					response.end('moved');
				}
			};

		for (const status of [301, 302, 303, 307, 308]) {
			it(`follows a ${status} redirect within the same origin and sends the token`, async () => {
				await using server = await serve(redirectTo((path) => (path === '/a' ? '/b?c=d%20e' : undefined), status));
				assert.equal((await read(server, '/a')).toString(), 'arrived at /b?c=d%20e');
				assert.deepEqual(
					server.requests.map(({ headers }) => headers.authorization),
					[`OAuth ${token}`, `OAuth ${token}`],
				);
			});
		}

		it('rejects a redirect to another origin without contacting it', async () => {
			await using other = await serve((_request, response) => response.end('x'));
			await using server = await serve(redirectTo(() => `${other.url}/path?t=${token}`));
			assert.deepEqual(await getProblem(get(server.url)), { kind: 'redirectRefused', location: `${other.url}/path` });
			assert.equal(other.requests.length, 0);
			assert.equal(other.sockets.size, 0);
		});

		for (const location of [
			'//other.example/x',
			'https://127.0.0.1/x',
			'http://user@127.0.0.1/x',
			'ftp://127.0.0.1/',
		]) {
			it(`rejects an HTTP redirect to ${location}`, async () => {
				await using server = await serve(redirectTo(() => location));
				assert.equal((await getProblem(get(server.url))).kind, 'redirectRefused');
				assert.equal(server.requests.length, 1);
			});
		}

		it('redacts the token when it reports a redirect location', async () => {
			await using server = await serve(redirectTo(() => `https://other.example/${token}`));
			assert.deepEqual(await getProblem(get(server.url)), {
				kind: 'redirectRefused',
				location: 'https://other.example/[token]',
			});
		});

		it('redacts the token when it logs a redirect location', async () => {
			await using server = await serve(redirectTo((path) => (path === '/a' ? `/b/${token}` : undefined)));
			await read(server, '/a');
			assert.equal(stage.logged.length, 2);
			assert.deepEqual(
				stage.logged.filter((line) => !/^GET 127\.0\.0\.1:\d+\/a: \d+ after \d+ ms$/.test(line)),
				[],
			);
		});

		it('follows at most five redirects', async () => {
			const next = (path: string) => (Number(path.slice(1)) < 5 ? `/${Number(path.slice(1)) + 1}` : undefined);
			await using server = await serve(redirectTo(next));
			assert.equal((await read(server, '/0')).toString(), 'arrived at /5');
			await using circle = await serve(redirectTo(() => '/again'));
			assert.equal((await getProblem(get(circle.url))).kind, 'redirectRefused');
			assert.equal(circle.requests.length, 6);
		});

		it('treats a redirect status without a Location header as a normal response', async () => {
			await using server = await serve((_request, response) => {
				response.writeHead(304);
				response.end();
			});
			using answer = await get(server.url);
			assert.equal(answer.status, 304);
		});
	});
});

function* pairs(raw: readonly string[]): Generator<[string, string]> {
	for (let index = 0; index + 1 < raw.length; index += 2) {
		yield [raw[index] ?? '', raw[index + 1] ?? ''];
	}
}
