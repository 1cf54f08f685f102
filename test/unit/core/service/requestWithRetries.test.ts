import assert from 'node:assert/strict';
import { AppError, type Problem } from '../../../../src/core/common/errors';
import type { Target } from '../../../../src/core/service/serviceTarget';
import { getProblem } from './expectations';

import { broken, first, type Reply, Script, seconds, whole } from './script';

describe('requestWithRetries()', () => {
	it('returns a complete response body after a single request', async () => {
		const script = new Script([whole]);
		assert.equal(await script.run(), 'records');
		assert.deepEqual(script.requests, [{ url: 'https://api.example/x?profile_id=somebody', token: 'token-one' }]);
		assert.deepEqual(script.states, [{ state: 'asking' }]);
		assert.equal(script.open, 0);
	});

	describe('queued requests', () => {
		it('repeats an identical request at increasing intervals while it is queued by the service', async () => {
			const script = new Script([...Array<Reply>(8).fill({ status: 202, body: 'Wait for result' }), whole]);
			assert.equal(await script.run(), 'records');
			assert.deepEqual(seconds(script), [5, 7.5, 11.25, 16.875, 25.3125, 30, 30, 30]);
			assert.equal(new Set(script.requests.map((request) => JSON.stringify(request))).size, 1);
			assert.equal(script.open, 0);
		});

		it('reports the state of a queued request and its progress in percent if known', async () => {
			const script = new Script([
				{ status: 202, body: 'Your query is added to the queue.' },
				{ status: 201, body: 'Progress is 42%.' },
				{ status: 200, body: 'Wait for result. Progress is 99 %' },
				whole,
			]);
			await script.run();
			assert.deepEqual(script.states, [
				{ state: 'asking' },
				{ state: 'queued', percent: undefined },
				{ state: 'queued', percent: 42 },
				{ state: 'queued', percent: 99 },
			]);
		});

		it('repeats a queued request one last time at the wait limit and then fails', async () => {
			const script = new Script([{ status: 202, body: 'Progress is 96%', ms: 1_000 }]);
			assert.deepEqual(await getProblem(script.run({ waitLimitMs: 20_000 })), {
				kind: 'waitLimit',
				minutes: 1,
				percent: 96,
			});
			assert.deepEqual(seconds(script), [5, 7.5, 4.5]);
			assert.equal(script.requests.length, 4);
		});

		it('waits for the Retry-After time of a queued request', async () => {
			const script = new Script([{ status: 202, headers: { 'retry-after': '17' } }, whole]);
			await script.run();
			assert.deepEqual(seconds(script), [17]);
		});

		it('does not count downloads or user prompts toward the wait limit', async () => {
			const script = new Script([{ status: 202 }, { status: 401 }, whole, { status: 202 }, whole]);
			let bodies = 0;
			const targets = {
				get: async () => first,
				renew: async () => {
					script.clock.pass(3_600_000);
					return { ...first, token: 'new' };
				},
			};
			const value = await script.run({
				waitLimitMs: 20_000,
				targets,
				consume: async () => {
					script.clock.pass(3_600_000);
					if (++bodies === 1) {
						throw new AppError(broken);
					}
					return { kind: 'whole', value: 'late' };
				},
			});
			assert.equal(value, 'late');
		});
	});

	describe('caches between the client and the service', () => {
		const hour = { age: '3600' };
		const date = (minute: number) => ({ date: new Date(Date.UTC(2026, 10, 20, 9, minute)).toUTCString() });

		it('repeats a request with no-cache if a cache returns a response from before the request', async () => {
			for (const earlier of [
				[{ status: 200, body: 'old', headers: hour }],
				[{ status: 200, body: 'old', headers: { ...hour, warning: '110 - "Response is Stale"' } }],
				[{ status: 304, headers: { etag: '"1"' } }],
				[{ status: 304 }, { status: 200, body: 'old', headers: { age: '86400' } }],
				[
					{ status: 202, headers: date(30) },
					{ status: 200, body: 'old', headers: date(1) },
				],
				[{ status: 202 }, { status: 200, body: 'old', headers: { age: '60' } }],
			] satisfies readonly Reply[][]) {
				const script = new Script([...earlier, { ...whole, headers: { age: '3', ...date(31) } }]);
				assert.equal(await script.run({ noCache: true }), 'records', JSON.stringify(earlier));
				assert.deepEqual([script.requests.at(-1)?.noCache, script.open], [true, 0]);
			}
		});

		it('accepts a response that the service created after the request was sent', async () => {
			for (const headers of [
				{ age: '0' },
				{ age: '8' },
				{ age: 'many' },
				{ age: '-5' },
				date(0),
				{ ...date(59), age: '1' },
			]) {
				const script = new Script([{ ...whole, headers }]);
				assert.equal(await script.run({ noCache: true }), 'records', JSON.stringify(headers));
				assert.equal(script.requests.length, 1);
			}
			const prepared = new Script([{ status: 202 }, { status: 202 }, { ...whole, headers: { age: '12' } }]);
			assert.equal(await prepared.run({ noCache: true }), 'records');
			assert.equal(prepared.requests.length, 3);
		});

		it('accepts a response from before the request when it resumes a queued export', async () => {
			const script = new Script([{ ...whole, headers: hour }]);
			assert.equal(await script.run(), 'records');
		});

		it('fails if a cache keeps returning an earlier response', async () => {
			const script = new Script([{ status: 200, body: 'old', headers: { age: '99999' } }]);
			const problem = await getProblem(script.run({ noCache: true }));
			assert.deepEqual(problem, { kind: 'brokenBody', fault: 'earlierResponse' });
			assert.ok(script.requests.length <= 4 && script.requests.every(({ noCache }) => noCache));
		});
	});

	describe('rejected token', () => {
		it('renews a rejected token until the service accepts one and then repeats the request', async () => {
			const script = new Script([{ status: 202 }, { status: 401 }, { status: 401 }, { status: 202 }, whole]);
			assert.equal(await script.run(), 'records');
			assert.deepEqual(script.refused, ['token-one', 'token-2']);
			assert.deepEqual(
				script.requests.map(({ token }) => token),
				['token-one', 'token-one', 'token-2', 'token-3', 'token-3'],
			);
			assert.equal(new Set(script.requests.map(({ url }) => url)).size, 1);
			assert.deepEqual(
				script.states.map(({ state }) => state),
				['asking', 'queued', 'asking', 'asking', 'queued'],
			);
		});

		it('fails if the user cancels the renewal of a rejected token', async () => {
			const script = new Script([{ status: 401 }]);
			const renew = async () => {
				throw new AppError({ kind: 'unauthorized' });
			};
			const problem = await getProblem(script.run({ targets: { get: async () => first, renew } }));
			assert.deepEqual(problem, { kind: 'unauthorized' });
			assert.equal(script.requests.length, 1);
		});

		it('does not resend a rejected token', async () => {
			const script = new Script([{ status: 401 }]);
			const targets = { get: async () => first, renew: async (refused: Target) => refused };
			assert.deepEqual(await getProblem(script.run({ targets })), { kind: 'unauthorized' });
			assert.equal(script.requests.length, 1);
		});

		it("renews a token that can't be sent in a header", async () => {
			const script = new Script([{ kind: 'unauthorized' }, whole]);
			assert.equal(await script.run(), 'records');
			assert.deepEqual(script.refused, ['token-one']);
		});
	});

	describe('responses that are not retried', () => {
		const finals: readonly [reply: Reply, problem: Problem][] = [
			[
				{ status: 400, body: 'Unknown field' },
				{ kind: 'badRequest', words: 'Unknown field' },
			],
			[
				{ status: 400, body: 'Request is too big. Try to use more parts.' },
				{ kind: 'tooLarge', status: 400, words: 'Request is too big. Try to use more parts.' },
			],
			[
				{ status: 403, body: '{"message":"No access"}' },
				{ kind: 'forbidden', words: 'No access' },
			],
			[{ status: 404 }, { kind: 'notFound', words: '' }],
			[{ status: 413 }, { kind: 'tooLarge', status: 413, words: '' }],
			[
				{ status: 409, body: 'x' },
				{ kind: 'unexpectedStatus', status: 409, words: 'x' },
			],
			[{ status: 204 }, { kind: 'unexpectedStatus', status: 204, words: '' }],
			[
				{ status: 206, body: 'x' },
				{ kind: 'unexpectedStatus', status: 206, words: 'x' },
			],
			[{ status: 304 }, { kind: 'unexpectedStatus', status: 304, words: '' }],
		];
		for (const [reply, problem] of finals) {
			it(`reports response ${reply.status} ${reply.body ?? ''} as ${problem.kind}`, async () => {
				const script = new Script([reply]);
				assert.deepEqual(await getProblem(script.run()), problem);
				assert.equal(script.requests.length, 1);
				assert.equal(script.open, 0);
			});
		}

		for (const kind of ['certificate', 'redirectRefused', 'wrongHeader', 'disk'] as const) {
			it(`does not retry after a problem of kind ${kind}`, async () => {
				const problems = {
					certificate: { kind: 'certificate', host: 'api.example', code: 'CERT_HAS_EXPIRED' },
					redirectRefused: { kind: 'redirectRefused', location: 'https://else.example/' },
					wrongHeader: { kind: 'wrongHeader', missing: [], unexpected: ['x'] },
					disk: { kind: 'disk', fault: 'full', path: 'x', code: 'ENOSPC' },
				} satisfies Record<string, Problem>;
				const script = new Script([problems[kind]]);
				assert.deepEqual(await getProblem(script.run()), problems[kind]);
				assert.equal(script.requests.length, 1);
			});
		}

		it('redacts the token in response text that an error of the body consumer contains', async () => {
			const script = new Script([whole]);
			const consume = async () => {
				const words = '<!doctype html><title>Sign in, token-one</title>';
				throw new AppError({ kind: 'unexpectedBody', found: 'html', words });
			};
			assert.deepEqual(await getProblem(script.run({ consume })), {
				kind: 'unexpectedBody',
				found: 'html',
				words: 'Sign in, [token]',
			});
		});

		it('rethrows an internal error unchanged', async () => {
			const fault = new TypeError('a fault');
			await assert.rejects(new Script([fault]).run(), fault);
		});

		it('sends no request to an insecure URL', async () => {
			const script = new Script([whole]);
			const targets = { get: async () => ({ ...first, baseUrl: 'http://api.example' }), renew: async () => first };
			assert.equal((await getProblem(script.run({ targets }))).kind, 'insecureAddress');
			assert.equal(script.requests.length, 0);
		});
	});
});
