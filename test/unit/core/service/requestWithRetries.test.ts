import assert from 'node:assert/strict';
import { AppError, type Problem } from '../../../../src/core/common/errors';
import type { Target } from '../../../../src/core/service/serviceTarget';
import { problemOf } from './expectations';

import { broken, first, type Reply, Script, seconds, whole } from './script';

describe('conversation', () => {
	it('takes a whole body at once', async () => {
		const script = new Script([whole]);
		assert.equal(await script.run(), 'records');
		assert.deepEqual(script.requests, [{ url: 'https://api.example/x?profile_id=somebody', token: 'token-one' }]);
		assert.deepEqual(script.states, [{ state: 'asking' }]);
		assert.equal(script.open, 0);
	});

	describe('queued', () => {
		it('repeats the identical request at growing intervals', async () => {
			const script = new Script([...Array<Reply>(8).fill({ status: 202, body: 'Wait for result' }), whole]);
			assert.equal(await script.run(), 'records');
			assert.deepEqual(seconds(script), [5, 7.5, 11.25, 16.875, 25.3125, 30, 30, 30]);
			assert.equal(new Set(script.requests.map((request) => JSON.stringify(request))).size, 1);
			assert.equal(script.open, 0);
		});

		it('tells the percentage if there is one, and the time', async () => {
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

		it('ends at the wait limit, having asked a last time there', async () => {
			const script = new Script([{ status: 202, body: 'Progress is 96%', ms: 1_000 }]);
			assert.deepEqual(await problemOf(script.run({ waitLimitMs: 20_000 })), {
				kind: 'waitLimit',
				minutes: 1,
				percent: 96,
			});
			assert.deepEqual(seconds(script), [5, 7.5, 4.5]);
			assert.equal(script.requests.length, 4);
		});

		it('keeps to a Retry-After', async () => {
			const script = new Script([{ status: 202, headers: { 'retry-after': '17' } }, whole]);
			await script.run();
			assert.deepEqual(seconds(script), [17]);
		});

		it("counts neither a download nor a person's time as waiting", async () => {
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

	describe('refused token', () => {
		it('is renewed until one is good, and the request repeated', async () => {
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

		it('ends when the person gives up', async () => {
			const script = new Script([{ status: 401 }]);
			const renew = async () => {
				throw new AppError({ kind: 'unauthorized' });
			};
			const problem = await problemOf(script.run({ targets: { get: async () => first, renew } }));
			assert.deepEqual(problem, { kind: 'unauthorized' });
			assert.equal(script.requests.length, 1);
		});

		it('is not sent again', async () => {
			const script = new Script([{ status: 401 }]);
			const targets = { get: async () => first, renew: async (refused: Target) => refused };
			assert.deepEqual(await problemOf(script.run({ targets })), { kind: 'unauthorized' });
			assert.equal(script.requests.length, 1);
		});

		it('is asked for also when no header can carry it', async () => {
			const script = new Script([{ kind: 'unauthorized' }, whole]);
			assert.equal(await script.run(), 'records');
			assert.deepEqual(script.refused, ['token-one']);
		});
	});

	describe('final answers', () => {
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
			it(`${reply.status} ${reply.body ?? ''} is ${problem.kind}`, async () => {
				const script = new Script([reply]);
				assert.deepEqual(await problemOf(script.run()), problem);
				assert.equal(script.requests.length, 1);
				assert.equal(script.open, 0);
			});
		}

		for (const kind of ['certificate', 'redirectRefused', 'wrongHeader', 'disk'] as const) {
			it(`a problem ${kind} is not repeated`, async () => {
				const problems = {
					certificate: { kind: 'certificate', host: 'api.example', code: 'CERT_HAS_EXPIRED' },
					redirectRefused: { kind: 'redirectRefused', location: 'https://else.example/' },
					wrongHeader: { kind: 'wrongHeader', missing: [], unexpected: ['x'] },
					disk: { kind: 'disk', fault: 'full', path: 'x', code: 'ENOSPC' },
				} satisfies Record<string, Problem>;
				const script = new Script([problems[kind]]);
				assert.deepEqual(await problemOf(script.run()), problems[kind]);
				assert.equal(script.requests.length, 1);
			});
		}

		it('what a consumer quotes is cleaned of the token', async () => {
			const script = new Script([whole]);
			const consume = async () => {
				const words = '<!doctype html><title>Sign in, token-one</title>';
				throw new AppError({ kind: 'unexpectedBody', found: 'html', words });
			};
			assert.deepEqual(await problemOf(script.run({ consume })), {
				kind: 'unexpectedBody',
				found: 'html',
				words: 'Sign in, [token]',
			});
		});

		it('a fault of our own passes as it is', async () => {
			const fault = new TypeError('a fault');
			await assert.rejects(new Script([fault]).run(), fault);
		});

		it('an insecure address is asked nothing', async () => {
			const script = new Script([whole]);
			const targets = { get: async () => ({ ...first, baseUrl: 'http://api.example' }), renew: async () => first };
			assert.equal((await problemOf(script.run({ targets }))).kind, 'insecureAddress');
			assert.equal(script.requests.length, 0);
		});
	});
});
