import assert from 'node:assert/strict';
import { AppError, type Problem } from '../../../../src/core/errors';
import {
	type ConversationState,
	type ConversationTools,
	converse,
	type Matter,
} from '../../../../src/core/service/conversation';
import { type Clock, type Pace, usualPace } from '../../../../src/core/service/pace';
import type { Target } from '../../../../src/core/service/target';
import type { Answer, ServiceRequest } from '../../../../src/core/service/transport';
import { problemOf } from './expectations';

const first: Target = { baseUrl: 'https://api.example', token: 'token-one', allowInsecure: false };

/** A clock that jumps to the end of every sleep. */
class JumpingClock implements Clock {
	readonly slept: number[] = [];
	private passed = 0;

	elapsed(): number {
		return this.passed;
	}
	now(): number {
		return Date.UTC(2026, 10, 20, 9) + this.passed;
	}
	async sleep(milliseconds: number): Promise<void> {
		this.slept.push(milliseconds);
		this.passed += milliseconds;
	}
	pass(milliseconds: number): void {
		this.passed += milliseconds;
	}
	random(): number {
		return 0;
	}
}

interface Reply {
	readonly status: number;
	readonly body?: string;
	readonly headers?: Readonly<Record<string, string>>;
	/** What the answer takes. */
	readonly ms?: number;
}

type Step = Reply | Problem | Error;

/** A service that answers by a script; its last step repeats for ever. */
class Script {
	readonly clock = new JumpingClock();
	readonly requests: ServiceRequest[] = [];
	readonly states: ConversationState[] = [];
	readonly logged: string[] = [];
	readonly refused: string[] = [];
	readonly controller = new AbortController();
	open = 0;

	constructor(private readonly steps: readonly Step[]) {}

	run<T = string>({ pace = usualPace, ...changes }: Partial<Matter<T>> & { pace?: Pace } = {}): Promise<T | string> {
		const tools: ConversationTools = {
			transport: async (request) => this.answer(request),
			clock: this.clock,
			pace,
			log: (_level, message) => this.logged.push(message),
		};
		const matter: Matter<T | string> = {
			name: 'export',
			url: (baseUrl) => `${baseUrl}/x?profile_id=somebody`,
			targets: {
				get: async () => first,
				renew: async (refused) => {
					this.refused.push(refused.token);
					return { ...first, token: `token-${this.refused.length + 1}` };
				},
			},
			consume: async (body) => {
				let text = '';
				for await (const chunk of body.chunks) {
					text += Buffer.from(chunk).toString();
				}
				return text.startsWith('Wait') ? { kind: 'queued', words: text } : { kind: 'whole', value: text };
			},
			signal: this.controller.signal,
			waitLimitMs: 600_000,
			onState: (state) => this.states.push(state),
			...changes,
		};
		return converse<T | string>(tools, matter);
	}

	private answer(request: ServiceRequest): Answer {
		const step = this.steps[Math.min(this.requests.length, this.steps.length - 1)];
		this.requests.push(request);
		assert.ok(step);
		if (step instanceof Error) {
			throw step;
		}
		if ('kind' in step) {
			throw new AppError(step);
		}
		this.clock.pass(step.ms ?? 0);
		this.open++;
		return {
			status: step.status,
			headers: step.headers ?? {},
			body: {
				chunks: (async function* () {
					yield Buffer.from(step.body ?? '');
				})(),
				totalBytes: undefined,
			},
			[Symbol.dispose]: () => {
				this.open--;
			},
		};
	}
}

const whole: Reply = { status: 200, body: 'records' };
const reset: Problem = { kind: 'network', fault: 'reset', host: 'api.example', code: 'ECONNRESET' };
const broken: Problem = { kind: 'brokenBody', fault: 'gzip' };
const seconds = (script: Script) => script.clock.slept.map((milliseconds) => milliseconds / 1000);

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
				{ state: 'queued', percent: undefined, elapsedMs: 0 },
				{ state: 'queued', percent: 42, elapsedMs: 5_000 },
				{ state: 'queued', percent: 99, elapsedMs: 12_500 },
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
