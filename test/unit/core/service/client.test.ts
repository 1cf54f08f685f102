import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { AppError } from '../../../../src/core/errors';
import { ServiceClient } from '../../../../src/core/service/client';
import type { ConversationState } from '../../../../src/core/service/conversation';
import { Connections } from '../../../../src/core/service/dispatcher';
import type { BodyConsumer } from '../../../../src/core/service/exportBody';
import { FieldTable } from '../../../../src/core/service/fields';
import { defaultNetwork } from '../../../../src/core/service/network';
import { type Pace, usualPace } from '../../../../src/core/service/pace';
import type { Target, TargetSource } from '../../../../src/core/service/target';
import { createTransport } from '../../../../src/core/service/transport';
import { bytesOf, problemOf } from './expectations';
import { freePort, type Handler, type Loopback, serve, serveRaw } from './loopback';
import { makeQuestion } from './questions';

const token = 'y0_AgAAAABkZXZpY2U';
const never = new AbortController().signal;
const fields = new FieldTable();

const quick: Pace = {
	queued: { first: 1, longest: 2 },
	throttled: { first: 1, longest: 2 },
	retryAfter: { least: 1, most: 5 },
	failed: { times: 3, first: 1, longest: 2 },
	words: 200,
	listing: 50,
};

const asText: BodyConsumer<string> = async (body) => {
	const text = (await bytesOf(body.chunks)).toString();
	return text.startsWith('Wait') ? { kind: 'queued', words: text } : { kind: 'whole', value: text };
};

/** Answers the first request with the first handler, and so on; the last one stays. */
function inTurn(...handlers: readonly Handler[]): Handler {
	let turn = 0;
	return (request, response) => handlers[Math.min(turn++, handlers.length - 1)]?.(request, response);
}

const answer =
	(status: number, body = '', headers: Record<string, string> = {}): Handler =>
	(_request, response) => {
		response.writeHead(status, headers);
		response.end(body);
	};

describe('ServiceClient', () => {
	let connections: Connections;
	let logged: string[];

	beforeEach(() => {
		logged = [];
		connections = new Connections(defaultNetwork, {});
	});
	afterEach(() => connections[Symbol.asyncDispose]());

	function client(pace: Pace = quick): ServiceClient {
		const log = (_level: string, message: string) => logged.push(message);
		return new ServiceClient({ transport: createTransport(connections, log), log, pace });
	}

	const targetOf = (server: Loopback): Target => ({ baseUrl: server.url, token, allowInsecure: false });

	function targetsOf(server: Loopback, ...renewals: readonly string[]): TargetSource {
		const left = [...renewals];
		return {
			get: async () => targetOf(server),
			renew: async (refused) => {
				const next = left.shift();
				if (next === undefined) {
					throw new AppError({ kind: 'unauthorized' });
				}
				return { ...refused, token: next };
			},
		};
	}

	describe('exportErrors', () => {
		function run(server: Loopback, changes: { signal?: AbortSignal; targets?: TargetSource; pace?: Pace } = {}) {
			const states: ConversationState[] = [];
			const result = client(changes.pace).exportErrors(
				makeQuestion(),
				fields,
				changes.targets ?? targetsOf(server),
				asText,
				{ signal: changes.signal ?? never, onState: (state) => states.push(state), waitLimitMs: 2_000 },
			);
			return { result, states };
		}

		it('goes through a queue, a throttle, failures and a renewed token to the records', async () => {
			await using server = await serve(
				inTurn(
					answer(202, 'Your query is added to the queue.'),
					answer(429, 'Later', { 'Retry-After': '0' }),
					answer(202, 'Wait for result. Progress is 42%.'),
					answer(500),
					answer(401),
					(_request, response) => {
						response.writeHead(200, { 'Content-Length': '100' });
						response.write('error_id\n1');
						setImmediate(() => response.destroy());
					},
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

		it('keeps the token out of words, however the service echoes it', async () => {
			const echoes = [token, encodeURIComponent(token), Buffer.from(`OAuth ${token}`).toString('base64')];
			await using server = await serve(answer(403, JSON.stringify({ message: `No: ${echoes.join(' ')}` })));
			assert.deepEqual(await problemOf(run(server).result), {
				kind: 'forbidden',
				words: `No: [token] [token] ${Buffer.from('OAuth ').toString('base64')}[token]`,
			});
		});

		it('does not wait for the end of a refusal that trickles', async () => {
			await using server = await serve((_request, response) => {
				response.writeHead(403);
				response.write('Not yours');
				const timer = setInterval(() => response.write('.'), 20);
				response.once('close', () => clearInterval(timer));
			});
			const problem = await problemOf(run(server).result);
			assert.match(problem.kind === 'forbidden' ? problem.words : '', /^Not yours\.*$/);
		});

		it('reads no more of a refusal than it could show', async () => {
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
			const problem = await problemOf(run(server).result);
			assert.equal(problem.kind === 'forbidden' && problem.words.length, 300);
			assert.ok(sent < 20_000_000);
		});

		it('takes the half of a refusal that came', async () => {
			await using server = await serveRaw((socket) =>
				socket.end('HTTP/1.1 404 No\r\nContent-Length: 100\r\n\r\nNo such application'),
			);
			assert.deepEqual(await problemOf(run(server).result), { kind: 'notFound', words: 'No such application' });
		});

		it('refuses a redirect elsewhere at once', async () => {
			await using other = await serve(answer(200, 'x'));
			await using server = await serve(answer(302, '', { Location: other.url }));
			assert.equal((await problemOf(run(server).result)).kind, 'redirectRefused');
			assert.equal(server.requests.length, 1);
			assert.equal(other.sockets.size, 0);
		});

		it('gives up on a service that is not there after three repetitions', async () => {
			const port = await freePort();
			const gone: Target = { baseUrl: `http://127.0.0.1:${port}`, token, allowInsecure: false };
			const targets = { get: async () => gone, renew: async () => gone };
			await using server = await serve(answer(200));
			const { result, states } = run(server, { targets });
			assert.equal((await problemOf(result)).kind, 'network');
			assert.equal(states.filter(({ state }) => state === 'retrying').length, 3);
		});

		it('ends within a second of an abort, and so does the traffic', async () => {
			const controller = new AbortController();
			await using server = await serve((_request, response) => {
				response.write('begun');
				setImmediate(() => controller.abort());
			});
			const started = performance.now();
			assert.deepEqual(await problemOf(run(server, { signal: controller.signal }).result), { kind: 'cancelled' });
			await Promise.all([...server.sockets].map((socket) => new Promise((resolve) => socket.once('close', resolve))));
			assert.ok(performance.now() - started < 1000);
		});

		it('ends at once when aborted between two questions', async () => {
			const controller = new AbortController();
			await using server = await serve(answer(202));
			const { result, states } = run(server, { signal: controller.signal, pace: usualPace });
			const outcome = problemOf(result);
			while (states.length < 2) {
				await new Promise(setImmediate);
			}
			const asked = performance.now();
			controller.abort();
			assert.deepEqual(await outcome, { kind: 'cancelled' });
			assert.ok(performance.now() - asked < 1000);
			assert.equal(server.requests.length, 1);
		});
	});

	describe('listApplications', () => {
		const list = (server: Loopback, targets = targetsOf(server)) => client().listApplications(targets, never);

		it('asks for the documented path under any prefix', async () => {
			await using server = await serve(answer(200, '{"applications":[{"id":1,"name":"Shop"},{"x":2}]}'));
			const targets = {
				...targetsOf(server),
				get: async () => ({ ...targetOf(server), baseUrl: `${server.url}/a/b/` }),
			};
			assert.deepEqual(await list(server, targets), {
				applications: [{ id: '1', name: 'Shop', zone: undefined, details: [] }],
				unreadable: 1,
			});
			assert.equal(server.requests[0]?.url, '/a/b/management/v1/applications');
			assert.equal(server.requests[0]?.headers.authorization, `OAuth ${token}`);
		});

		for (const [what, body, found, words] of [
			['a page', '<!DOCTYPE html><title>Sign in</title>', 'html', 'Sign in'],
			['nothing', '  ', 'empty', ''],
			['text', `Hello ${token}`, 'text', 'Hello [token]'],
		] as const) {
			it(`refuses ${what} instead of JSON`, async () => {
				await using server = await serve(answer(200, body));
				assert.deepEqual(await problemOf(list(server)), { kind: 'unexpectedBody', found, words });
				assert.equal(server.requests.length, 1);
			});
		}

		it('reads a byte order mark away', async () => {
			await using server = await serve(answer(200, '\ufeff[1]'));
			assert.equal((await list(server)).applications[0]?.id, '1');
		});

		it('asks again for JSON that is broken', async () => {
			await using server = await serve(inTurn(answer(200, '[{"id":1}'), answer(200, '[{"id":1}]')));
			assert.equal((await list(server)).applications.length, 1);
		});

		it('stops reading what is too long for a listing', async () => {
			await using server = await serve((_request, response) => {
				response.write('[');
				const more = () => {
					while (!response.destroyed && response.write('1,'.repeat(500_000))) {}
				};
				response.on('drain', more);
				more();
			});
			const problem = await problemOf(list(server));
			assert.equal(problem.kind === 'unexpectedBody' && problem.found, 'json');
		});

		it('tells an unknown shape without values or token', async () => {
			await using server = await serve(answer(200, JSON.stringify({ [token]: 'secret', list: [['secret']] })));
			assert.deepEqual(await problemOf(list(server)), { kind: 'unknownShape', shape: '{[token], list: [[text]]}' });
		});

		it('renews a refused token if somebody gives one', async () => {
			await using server = await serve(inTurn(answer(401), answer(200, '[]')));
			assert.deepEqual(await list(server, targetsOf(server, 'new')), { applications: [], unreadable: 0 });
			await using closed = await serve(answer(401));
			assert.deepEqual(await problemOf(list(closed)), { kind: 'unauthorized' });
			assert.equal(closed.requests.length, 1);
		});

		it('is not waited for as long as an export', async () => {
			await using server = await serve(answer(429));
			assert.equal((await problemOf(list(server))).kind, 'throttled');
		});
	});

	describe('checkTarget', () => {
		const check = (server: Loopback) => client().checkTarget(targetOf(server), never);

		it('counts the applications', async () => {
			await using server = await serve(answer(200, '{"applications":[1,2,3]}'));
			assert.deepEqual(await check(server), { applications: 3 });
		});

		it('takes a token for good though the listing cannot be read', async () => {
			await using server = await serve(answer(200, '{"hello":"there"}'));
			assert.deepEqual(await check(server), { applications: undefined });
		});

		for (const [status, kind] of [
			[401, 'unauthorized'],
			[403, 'forbidden'],
			[404, 'notFound'],
			[429, 'throttled'],
			[500, 'serviceFailure'],
			[202, 'waitLimit'],
		] as const) {
			it(`asks once and tells ${status} as ${kind}`, async () => {
				await using server = await serve(answer(status));
				assert.equal((await problemOf(check(server))).kind, kind);
				assert.equal(server.requests.length, 1);
			});
		}
	});

	it('logs hosts, statuses and counts only', async () => {
		await using server = await serve(inTurn(answer(401, 'private'), answer(200, '[{"id":77,"name":"private"}]')));
		await client().listApplications(targetsOf(server, 'other-secret'), never);
		assert.ok(logged.some((line) => /applications: 200 after/.test(line)));
		assert.ok(logged.includes('listing of applications: 1, without an ID 0'));
		assert.doesNotMatch(logged.join('\n'), new RegExp(`private|${token}|other-secret|77`));
	});
});
