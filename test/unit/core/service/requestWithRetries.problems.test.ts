import assert from 'node:assert/strict';
import { AppError, type Problem } from '../../../../src/core/common/errors';
import type { Target } from '../../../../src/core/service/serviceTarget';
import { getProblem } from './expectations';

import { broken, first, type Reply, reset, Script, seconds, whole } from './script';

describe('requestWithRetries() after failures', () => {
	describe('throttled requests', () => {
		for (const status of [420, 429, 503]) {
			it(`retries after status ${status} with increasing delays`, async () => {
				const script = new Script([...Array<Reply>(5).fill({ status }), whole]);
				assert.equal(await script.run(), 'records');
				assert.deepEqual(seconds(script), [10, 20, 40, 60, 60]);
				assert.deepEqual(script.states.slice(0, 2), [{ state: 'asking' }, { state: 'throttled', forMs: 10_000 }]);
			});
		}

		for (const [value, pause] of [
			['0', 1],
			['7', 7],
			['3600', 300],
			['Fri, 20 Nov 2026 09:01:30 GMT', 90],
			['Fri, 20 Nov 2026 08:00:00 GMT', 1],
			['nonsense', 10],
		] as const) {
			it(`waits ${pause} s before a retry after the header Retry-After: ${value}`, async () => {
				const script = new Script([{ status: 429, headers: { 'retry-after': value } }, whole]);
				await script.run();
				assert.deepEqual(seconds(script), [pause]);
			});
		}

		it('fails if the retry delay would exceed the wait limit', async () => {
			const script = new Script([{ status: 429, body: 'Three queries are enqueued already' }]);
			assert.deepEqual(await getProblem(script.run({ waitLimitMs: 60_000 })), {
				kind: 'throttled',
				status: 429,
				words: 'Three queries are enqueued already',
			});
			assert.deepEqual(seconds(script), [10, 20]);
		});

		it("reports the service's Retry-After time if it exceeds the wait limit", async () => {
			const script = new Script([{ status: 429, headers: { 'retry-after': '3600' } }]);
			const problem = { kind: 'throttled', status: 429, words: '', retryAfterMs: 3_600_000 };
			assert.deepEqual(await getProblem(script.run({ waitLimitMs: 60_000 })), problem);
		});

		it('fails immediately when throttled if the caller schedules the retry', async () => {
			const script = new Script([{ status: 429, headers: { 'retry-after': '7' } }]);
			const problem = { kind: 'throttled', status: 429, words: '', retryAfterMs: 7_000 };
			assert.deepEqual(await getProblem(script.run({ endsWhenThrottled: true })), problem);
			assert.deepEqual(seconds(script), []);
		});

		it('adds random jitter of at most 25% to a retry delay and never shortens it', async () => {
			const script = new Script([{ status: 503 }, whole]);
			script.clock.random = () => 0.999;
			await script.run();
			const [pause = 0] = seconds(script);
			assert.ok(pause > 12.4 && pause < 12.5);
		});
	});

	describe('failed requests', () => {
		for (const step of [{ status: 500, body: 'Oops' }, { status: 502 }, { status: 504 }, reset, broken] as const) {
			const name = 'kind' in step ? step.kind : step.status;
			it(`retries a request three times after ${name}`, async () => {
				assert.equal(await new Script([step, step, step, whole]).run(), 'records');

				const script = new Script([step]);
				const problem = await getProblem(script.run());
				assert.deepEqual(
					problem,
					'kind' in step
						? step
						: { kind: 'serviceFailure', status: step.status, words: 'body' in step ? step.body : '' },
				);
				assert.deepEqual(seconds(script), [2, 4, 8]);
				assert.deepEqual(script.states, [
					{ state: 'asking' },
					{ state: 'retrying', attempt: 1, forMs: 2_000 },
					{ state: 'retrying', attempt: 2, forMs: 4_000 },
					{ state: 'retrying', attempt: 3, forMs: 8_000 },
				]);
			});
		}

		it('requests the complete body again after the body was interrupted', async () => {
			const script = new Script([whole]);
			let bodies = 0;
			const value = await script.run({
				consume: async () => {
					if (++bodies < 3) {
						throw new AppError({ kind: 'brokenBody', fault: 'jsonNotClosed' });
					}
					return { kind: 'whole', value: `at the ${bodies}rd` };
				},
			});
			assert.equal(value, 'at the 3rd');
			assert.equal(script.open, 0);
		});

		it('resets the retry budget of a request after it makes progress', async () => {
			const fail: Reply = { status: 500 };
			const wait: Reply = { status: 202 };
			const script = new Script([fail, fail, fail, wait, fail, fail, fail, { status: 401 }, fail, fail, fail, whole]);
			assert.equal(await script.run(), 'records');
			assert.deepEqual(seconds(script), [2, 4, 8, 5, 2, 4, 8, 2, 4, 8]);
		});

		it('does not reset the retry budget of a request after throttling', async () => {
			const fail: Reply = { status: 500 };
			const script = new Script([fail, fail, { status: 429 }, fail, fail]);
			assert.equal((await getProblem(script.run())).kind, 'serviceFailure');
			assert.equal(script.requests.length, 5);
		});

		it('retries after a proxy failure unless the proxy refuses the connection', async () => {
			const gateway: Problem = { kind: 'proxy', status: 502, code: 'ERR_PROXY_TUNNEL' };
			assert.equal(await new Script([gateway, whole]).run(), 'records');
			const refusal: Problem = { kind: 'proxy', status: 407, code: 'ERR_PROXY_TUNNEL' };
			const script = new Script([refusal]);
			assert.deepEqual(await getProblem(script.run()), refusal);
			assert.equal(script.requests.length, 1);
		});
	});

	describe('aborted requests', () => {
		const cancelled: Problem = { kind: 'cancelled' };

		it('sends no request to the service if the signal is already aborted', async () => {
			const script = new Script([whole]);
			script.controller.abort();
			const get = () => assert.fail('asked');
			assert.deepEqual(await getProblem(script.run({ targets: { get, renew: get } })), cancelled);
		});

		it('stops immediately when aborted during a retry delay', async () => {
			const script = new Script([{ status: 202 }]);
			script.clock.sleep = () => {
				queueMicrotask(() => script.controller.abort());
				return new Promise(() => {});
			};
			assert.deepEqual(await getProblem(script.run()), cancelled);
			assert.equal(script.requests.length, 1);
		});

		it('reports a cancellation if the retry delay fails with an AbortError', async () => {
			const script = new Script([{ status: 202 }]);
			script.clock.sleep = async () => {
				script.controller.abort();
				throw new DOMException('aborted', 'AbortError');
			};
			assert.deepEqual(await getProblem(script.run()), cancelled);
		});

		for (const member of ['get', 'renew'] as const) {
			it(`stops a request immediately when it is aborted during a user prompt (${member})`, async () => {
				const script = new Script([{ status: 401 }]);
				const hang = () => {
					queueMicrotask(() => script.controller.abort());
					return new Promise<Target>(() => {});
				};
				const targets = { get: async () => first, renew: hang, [member]: hang };
				assert.deepEqual(await getProblem(script.run({ targets })), cancelled);
			});
		}

		it("reports a cancellation if aborted while reading a body, regardless of the consumer's error", async () => {
			const script = new Script([whole]);
			const consume = async () => {
				script.controller.abort();
				throw new AppError(broken);
			};
			assert.deepEqual(await getProblem(script.run({ consume })), cancelled);
			assert.equal(script.open, 0);
		});
	});

	it('logs neither tokens nor query values nor service messages', async () => {
		const script = new Script([
			{ status: 202, body: 'private words' },
			{ status: 401, body: 'private words' },
			{ status: 500, body: 'private words' },
			{ status: 429, body: 'private words' },
			whole,
		]);
		await script.run();
		assert.ok(script.logged.length >= 4);
		assert.doesNotMatch(script.logged.join('\n'), /private|token-|somebody|records/);
	});
});
