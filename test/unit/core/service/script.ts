import assert from 'node:assert/strict';
import { AppError, type Problem } from '../../../../src/core/common/errors';
import {
	type RequestState,
	type RetriedRequest,
	type RetryTools,
	requestWithRetries,
} from '../../../../src/core/service/requestWithRetries';
import { type Clock, defaultDelays, type RetryDelays } from '../../../../src/core/service/retryDelays';
import type { Target } from '../../../../src/core/service/serviceTarget';
import type { HttpResponse, ServiceRequest } from '../../../../src/core/service/transport';

export const first: Target = { baseUrl: 'https://api.example', token: 'token-one', allowInsecure: false };

/** Clock that immediately advances to the end of every delay. */
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

export interface Reply {
	readonly status: number;
	readonly body?: string;
	readonly headers?: Readonly<Record<string, string>>;
	readonly ms?: number;
}

export type Step = Reply | Problem | Error;

/** Scripted service. The last step of the script is repeated indefinitely. */
export class Script {
	readonly clock = new JumpingClock();
	readonly requests: ServiceRequest[] = [];
	readonly states: RequestState[] = [];
	readonly logged: string[] = [];
	readonly refused: string[] = [];
	readonly controller = new AbortController();
	open = 0;

	constructor(private readonly steps: readonly Step[]) {}

	run<T = string>({
		delays = defaultDelays,
		...changes
	}: Partial<RetriedRequest<T>> & { delays?: RetryDelays } = {}): Promise<T | string> {
		const tools: RetryTools = {
			transport: async (request) => this.answer(request),
			clock: this.clock,
			delays,
			log: (_level, message) => this.logged.push(message),
		};
		const matter: RetriedRequest<T | string> = {
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
		return requestWithRetries<T | string>(tools, matter);
	}

	private answer(request: ServiceRequest): HttpResponse {
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

export const whole: Reply = { status: 200, body: 'records' };
export const reset: Problem = { kind: 'network', fault: 'reset', host: 'api.example', code: 'ECONNRESET' };
export const broken: Problem = { kind: 'brokenBody', fault: 'gzip' };
export const seconds = (script: Script) => script.clock.slept.map((milliseconds) => milliseconds / 1000);
