import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import type { RequestListener } from 'node:http';
import { FieldTable } from '../../../../src/core/plan/fields';
import type { BodyConsumer } from '../../../../src/core/service/exportBody';
import type { RequestState } from '../../../../src/core/service/requestWithRetries';
import { defaultDelays, type RetryDelays } from '../../../../src/core/service/retryDelays';
import type { Target, TargetSource } from '../../../../src/core/service/serviceTarget';
import { measured } from '../../../support/measured';
import { allClosed, answer, freePort, inTurn, type Loopback, serve, serveRaw } from '../../../support/network/loopback';
import { token, useClientHarness } from './clientHarness';
import { getBytes, getProblem } from './expectations';
import { makeQuestion } from './questions';

const never = new AbortController().signal;
const fields = new FieldTable();

const asText: BodyConsumer<string> = async (body) => {
	const text = (await getBytes(body.chunks)).toString();
	return text.startsWith('Wait') ? { kind: 'queued', words: text } : { kind: 'whole', value: text };
};

function broken(): RequestListener {
	return (_request, response) => {
		response.writeHead(200, { 'Content-Length': '100' });
		response.write('error_id\n1');
		setImmediate(() => response.destroy());
	};
}

describe('ServiceClient export requests', () => {
	const stage = useClientHarness();
	const { client, targetsOf } = stage;

	describe('ServiceClient.exportErrors()', () => {
		function run(
			server: Loopback,
			changes: { signal?: AbortSignal; targets?: TargetSource; delays?: RetryDelays; noCache?: boolean } = {},
		) {
			const states: RequestState[] = [];
			const result = client(changes.delays).exportErrors(
				makeQuestion(),
				fields,
				changes.targets ?? targetsOf(server),
				asText,
				{
					signal: changes.signal ?? never,
					onState: (state) => states.push(state),
					waitLimitMs: 2_000,
					...(changes.noCache !== undefined && { noCache: changes.noCache }),
				},
			);
			return { result, states };
		}

		it('downloads records despite queueing, throttling, failures and a token renewal', async () => {
			await using server = await serve(
				inTurn(
					answer(202, 'Your query is added to the queue.'),
					answer(429, 'Later', { 'Retry-After': '0' }),
					answer(202, 'Wait for result. Progress is 42%.'),
					answer(500),
					answer(401),
					broken(),
					answer(200, 'Wait for result. Progress is 99%.'),
					answer(200, 'error_id\n1\n'),
				),
			);
			const { signal } = new AbortController();
			const { result, states } = run(server, { signal, targets: targetsOf(server, 'another-token') });
			assert.equal(await result, 'error_id\n1\n');
			assert.equal(getEventListeners(signal, 'abort').length, 0, 'nothing holds on to the signal');
			assert.deepEqual(
				states.map(({ state }) => state),
				['asking', 'queued', 'throttled', 'queued', 'retrying', 'asking', 'retrying', 'queued'],
			);
			assert.equal(new Set(server.requests.map(({ url }) => url)).size, 1);
			assert.equal(
				server.requests[0]?.url,
				'/logs/v1/export/errors.csv?application_id=101&date_since=2026-11-13%2000:00:00' +
					'&date_until=2026-11-20%2009:00:00&fields=error_id',
			);
			assert.deepEqual(
				server.requests.map(({ headers }) => headers.authorization),
				[...Array(5).fill(`OAuth ${token}`), ...Array(3).fill('OAuth another-token')],
			);
		});

		for (const [title, first] of [
			['queues the export', answer(202, 'Your query is added to the queue.')],
			['queues the export with status 200', answer(200, 'Wait for result. Progress is 1%.')],
			['starts to send records', broken()],
		] as const) {
			it(`disables the cache until the service ${title}`, async () => {
				await using server = await serve(
					inTurn(
						answer(429, 'Later', { 'Retry-After': '0' }),
						answer(500),
						answer(302, '', { Location: '/moved' }),
						first,
						answer(500),
						answer(202),
						answer(200, 'error_id\n1\n'),
					),
				);
				assert.equal(await run(server, { noCache: true }).result, 'error_id\n1\n');
				assert.deepEqual(
					server.requests.map(({ headers }) => headers['cache-control']),
					[...Array(4).fill('no-cache'), ...Array(3).fill(undefined)],
				);
			});
		}

		it('sends no cache header when it continues a queued export', async () => {
			await using server = await serve(inTurn(answer(500), answer(202), answer(200, 'error_id\n1\n')));
			await run(server, { noCache: false }).result;
			assert.deepEqual(
				server.requests.map(({ headers }) => headers['cache-control']),
				Array(3).fill(undefined),
			);
		});

		it('redacts the token in error messages regardless of its encoding', async () => {
			const echoes = [token, encodeURIComponent(token), Buffer.from(`OAuth ${token}`).toString('base64')];
			await using server = await serve(answer(403, JSON.stringify({ message: `No: ${echoes.join(' ')}` })));
			assert.deepEqual(await getProblem(run(server).result), {
				kind: 'forbidden',
				words: `No: [token] [token] ${Buffer.from('OAuth ').toString('base64')}[token]`,
			});
		});

		it('does not wait for the end of a slow error response', async () => {
			await using server = await serve((_request, response) => {
				response.writeHead(403);
				response.write('Not yours');
				const timer = setInterval(() => response.write('.'), 20);
				response.once('close', () => clearInterval(timer));
			});
			const problem = await getProblem(run(server).result);
			assert.match(problem.kind === 'forbidden' ? problem.words : '', /^Not yours\.*$/);
		});

		it('stops reading an error response beyond the length that can be displayed', async () => {
			let sent = 0;
			await using server = await serve((_request, response) => {
				response.writeHead(403);
				const more = () => {
					while (!response.destroyed && response.write('word '.repeat(20_000))) {
						sent += 100_000;
					}
				};
				response.on('drain', more);
				more();
			});
			const problem = await getProblem(run(server).result);
			assert.equal(problem.kind === 'forbidden' && problem.words.length, 300);
			assert.ok(sent < 20_000_000);
		});

		it('uses the received part of a truncated error response', async () => {
			await using server = await serveRaw((socket) =>
				socket.end('HTTP/1.1 404 No\r\nContent-Length: 100\r\n\r\nNo such application'),
			);
			assert.deepEqual(await getProblem(run(server).result), { kind: 'notFound', words: 'No such application' });
		});

		it('rejects a redirect to another host without retrying', async () => {
			await using other = await serve(answer(200, 'x'));
			await using server = await serve(answer(302, '', { Location: other.url }));
			assert.equal((await getProblem(run(server).result)).kind, 'redirectRefused');
			assert.equal(server.requests.length, 1);
			assert.equal(other.sockets.size, 0);
		});

		it('fails after three retries if the service is unreachable', async () => {
			const port = await freePort();
			const gone: Target = { baseUrl: `http://127.0.0.1:${port}`, token, allowInsecure: false };
			const targets = { get: async () => gone, renew: async () => gone };
			await using server = await serve(answer(200));
			const { result, states } = run(server, { targets });
			assert.equal((await getProblem(result)).kind, 'network');
			assert.equal(states.filter(({ state }) => state === 'retrying').length, 3);
		});

		measured('stops an export request and its traffic soon after an abort', async () => {
			const controller = new AbortController();
			await using server = await serve((_request, response) => {
				response.write('begun');
				setImmediate(() => controller.abort());
			});
			const started = performance.now();
			assert.deepEqual(await getProblem(run(server, { signal: controller.signal }).result), { kind: 'cancelled' });
			await allClosed(server);
			assert.ok(performance.now() - started < 5000);
		});

		measured('stops an export immediately when it is aborted between two requests', async () => {
			const controller = new AbortController();
			await using server = await serve(answer(202));
			const { result, states } = run(server, { signal: controller.signal, delays: defaultDelays });
			const outcome = getProblem(result);
			while (states.length < 2) {
				await new Promise(setImmediate);
			}
			const asked = performance.now();
			controller.abort();
			assert.deepEqual(await outcome, { kind: 'cancelled' });
			assert.ok(performance.now() - asked < 5000);
			assert.equal(server.requests.length, 1);
		});
	});
});
