import assert from 'node:assert/strict';
import { AppError, type Problem } from '../../../../src/core/common/errors';
import type { Target } from '../../../../src/core/service/serviceTarget';
import { problemOf } from './expectations';

import { broken, first, type Reply, reset, Script, seconds, whole } from './script';

describe('conversation in trouble', () => {
	describe('throttled', () => {
		for (const status of [420, 429, 503]) {
			it(`${status} is waited out, longer each time`, async () => {
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
			it(`Retry-After: ${value} is ${pause} s`, async () => {
				const script = new Script([{ status: 429, headers: { 'retry-after': value } }, whole]);
				await script.run();
				assert.deepEqual(seconds(script), [pause]);
			});
		}

		it('ends when the pause would end beyond the wait limit', async () => {
			const script = new Script([{ status: 429, body: 'Three queries are enqueued already' }]);
			assert.deepEqual(await problemOf(script.run({ waitLimitMs: 60_000 })), {
				kind: 'throttled',
				status: 429,
				words: 'Three queries are enqueued already',
			});
			assert.deepEqual(seconds(script), [10, 20]);
		});

		it('tells the pause that the service asks for beyond the wait limit', async () => {
			const script = new Script([{ status: 429, headers: { 'retry-after': '3600' } }]);
			const problem = { kind: 'throttled', status: 429, words: '', retryAfterMs: 3_600_000 };
			assert.deepEqual(await problemOf(script.run({ waitLimitMs: 60_000 })), problem);
		});

		it('ends at once where whoever asks waits elsewhere', async () => {
			const script = new Script([{ status: 429, headers: { 'retry-after': '7' } }]);
			const problem = { kind: 'throttled', status: 429, words: '', retryAfterMs: 7_000 };
			assert.deepEqual(await problemOf(script.run({ endsWhenThrottled: true })), problem);
			assert.deepEqual(seconds(script), []);
		});

		it('is random by a quarter at most, and never shorter', async () => {
			const script = new Script([{ status: 503 }, whole]);
			script.clock.random = () => 0.999;
			await script.run();
			const [pause = 0] = seconds(script);
			assert.ok(pause > 12.4 && pause < 12.5);
		});
	});

	describe('failing', () => {
		for (const step of [{ status: 500, body: 'Oops' }, { status: 502 }, { status: 504 }, reset, broken] as const) {
			const name = 'kind' in step ? step.kind : step.status;
			it(`${name} is repeated three times`, async () => {
				assert.equal(await new Script([step, step, step, whole]).run(), 'records');

				const script = new Script([step]);
				const problem = await problemOf(script.run());
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

		it('of a body is repeated from its beginning', async () => {
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

		it('has its budget back after progress', async () => {
			const fail: Reply = { status: 500 };
			const wait: Reply = { status: 202 };
			const script = new Script([fail, fail, fail, wait, fail, fail, fail, { status: 401 }, fail, fail, fail, whole]);
			assert.equal(await script.run(), 'records');
			assert.deepEqual(seconds(script), [2, 4, 8, 5, 2, 4, 8, 2, 4, 8]);
		});

		it('does not get its budget back from being throttled', async () => {
			const fail: Reply = { status: 500 };
			const script = new Script([fail, fail, { status: 429 }, fail, fail]);
			assert.equal((await problemOf(script.run())).kind, 'serviceFailure');
			assert.equal(script.requests.length, 5);
		});

		it('of a proxy is repeated unless it refuses', async () => {
			const gateway: Problem = { kind: 'proxy', status: 502, code: 'ERR_PROXY_TUNNEL' };
			assert.equal(await new Script([gateway, whole]).run(), 'records');
			const refusal: Problem = { kind: 'proxy', status: 407, code: 'ERR_PROXY_TUNNEL' };
			const script = new Script([refusal]);
			assert.deepEqual(await problemOf(script.run()), refusal);
			assert.equal(script.requests.length, 1);
		});
	});

	describe('abort', () => {
		const cancelled: Problem = { kind: 'cancelled' };

		it('in advance asks for no target', async () => {
			const script = new Script([whole]);
			script.controller.abort();
			const get = () => assert.fail('asked');
			assert.deepEqual(await problemOf(script.run({ targets: { get, renew: get } })), cancelled);
		});

		it('during a sleep ends at once', async () => {
			const script = new Script([{ status: 202 }]);
			script.clock.sleep = () => {
				queueMicrotask(() => script.controller.abort());
				return new Promise(() => {});
			};
			assert.deepEqual(await problemOf(script.run()), cancelled);
			assert.equal(script.requests.length, 1);
		});

		it('during a sleep that itself reports the abort is a cancellation all the same', async () => {
			const script = new Script([{ status: 202 }]);
			script.clock.sleep = async () => {
				script.controller.abort();
				throw new DOMException('aborted', 'AbortError');
			};
			assert.deepEqual(await problemOf(script.run()), cancelled);
		});

		for (const member of ['get', 'renew'] as const) {
			it(`while a person is asked (${member}) ends at once`, async () => {
				const script = new Script([{ status: 401 }]);
				const hang = () => {
					queueMicrotask(() => script.controller.abort());
					return new Promise<Target>(() => {});
				};
				const targets = { get: async () => first, renew: hang, [member]: hang };
				assert.deepEqual(await problemOf(script.run({ targets })), cancelled);
			});
		}

		it('in the middle of a body is a cancellation, whatever the consumer makes of it', async () => {
			const script = new Script([whole]);
			const consume = async () => {
				script.controller.abort();
				throw new AppError(broken);
			};
			assert.deepEqual(await problemOf(script.run({ consume })), cancelled);
			assert.equal(script.open, 0);
		});
	});

	it('logs neither tokens nor query values nor the words of the service', async () => {
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
