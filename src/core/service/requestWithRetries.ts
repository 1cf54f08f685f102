import { cancelled, throwIfAborted, untilAborted } from '../common/cancellation';
import { AppError, type Problem } from '../common/errors';
import type { Log } from '../common/log';
import { assertSecure } from './address';
import { Backoff } from './backoff';
import { collectWithin } from './collect';
import { messageIn, percentOf } from './errorBody';
import type { Consumed, ExportBody } from './exportBody';
import { retryAfterMs } from './parseRetryAfter';
import type { Clock, RetryDelays } from './retryDelays';
import type { Target, TargetSource } from './serviceTarget';
import type { Answer, Transport } from './transport';
import { isWorthRepeating, judgeAnswer, type Verdict } from './verdict';

/** What a person sees while there is no body yet. */
export type RequestState =
	| { readonly state: 'asking' }
	/** The service answered 202. */
	| { readonly state: 'queued'; readonly percent: number | undefined }
	/** 420, 429 or 503: nothing is sent for `forMs`. */
	| { readonly state: 'throttled'; readonly forMs: number }
	/** A 5xx or a broken connection: the request is repeated after `forMs`. */
	| { readonly state: 'retrying'; readonly attempt: number; readonly forMs: number };

export interface RetryTools {
	readonly transport: Transport;
	readonly clock: Clock;
	readonly delays: RetryDelays;
	readonly log: Log;
}

export interface RetriedRequest<T> {
	/** For the log. */
	readonly name: string;
	/** The same every time it is asked for the same base address, to the byte. */
	readonly url: (baseUrl: string) => string;
	readonly targets: TargetSource;
	/** A `BodyConsumer` that may also know the token, to keep it out of what it makes. */
	readonly consume: (body: ExportBody, signal: AbortSignal, token: string) => Promise<Consumed<T>>;
	readonly signal: AbortSignal;
	readonly waitLimitMs: number;
	/** Whether it ends as soon as the service takes no more requests, and leaves the waiting to whoever asked. */
	readonly endsWhenThrottled?: boolean | undefined;
	readonly onState: (state: RequestState) => void;
	/** Told the headers of every answer. */
	readonly onHeaders?: ((headers: Answer['headers']) => void) | undefined;
}

type Outcome<T> =
	| { readonly kind: 'whole'; readonly value: T }
	| (Verdict & { readonly retryAfterMs?: number | undefined });

/** No sentence is longer; the rest of an error page is not worth its way. */
const maxErrorBytes = 64 * 1024;

/**
 * Repeats one request until the service gives a body that the consumer finds whole, or until nothing can be hoped
 * for. One loop serves a service that answers at once and one that queues, throttles or stumbles.
 * @throws AppError
 */
export function requestWithRetries<T>(tools: RetryTools, request: RetriedRequest<T>): Promise<T> {
	return new RetryLoop(tools, request).run();
}

class RetryLoop<T> {
	private readonly backoff: Backoff;
	private readonly refusedTokens = new Set<string>();

	constructor(
		private readonly tools: RetryTools,
		private readonly request: RetriedRequest<T>,
	) {
		this.backoff = new Backoff(tools.delays, request.waitLimitMs, () => tools.clock.random());
	}

	async run(): Promise<T> {
		const { signal, targets, onState } = this.request;
		throwIfAborted(signal);
		let target = await untilAborted(targets.get(), signal);
		onState({ state: 'asking' });
		for (;;) {
			const outcome = await this.ask(target);
			switch (outcome.kind) {
				case 'whole':
					return outcome.value;
				case 'unauthorized':
					target = await this.renew(target);
					onState({ state: 'asking' });
					break;
				case 'queued':
					await this.waitInQueue(outcome.percent, outcome.retryAfterMs);
					break;
				case 'throttled':
					await this.waitOutThrottling(outcome.problem, outcome.retryAfterMs);
					break;
				case 'failed':
					await this.waitAfterFailure(outcome.problem);
					break;
				case 'final':
					throw new AppError(outcome.problem);
			}
		}
	}

	private async ask(target: Target): Promise<Outcome<T>> {
		const { transport, clock } = this.tools;
		const { signal } = this.request;
		const url = this.request.url(assertSecure(target));
		const asked = clock.elapsed();
		try {
			using answer = await transport({ url, token: target.token }, signal);
			this.request.onHeaders?.(answer.headers);
			if (answer.status === 200) {
				this.backoff.spend(clock.elapsed() - asked);
				return await this.consume(answer, target.token);
			}
			const verdict = await this.judge(answer, target.token);
			this.backoff.spend(clock.elapsed() - asked);
			return { ...verdict, retryAfterMs: retryAfterMs(answer.headers, clock.now()) };
		} catch (error) {
			if (signal.aborted) {
				throw cancelled();
			}
			if (!(error instanceof AppError)) {
				throw error;
			}
			return this.outcomeOf(error.problem, target.token);
		}
	}

	private async consume(answer: Answer, token: string): Promise<Outcome<T>> {
		const consumed = await this.request.consume(answer.body, this.request.signal, token);
		return consumed.kind === 'whole' ? consumed : { kind: 'queued', percent: percentOf(consumed.words) };
	}

	private async judge(answer: Answer, token: string): Promise<Verdict> {
		const collected = collectWithin(answer.body.chunks, {
			maxBytes: maxErrorBytes,
			maxMs: this.tools.delays.errorBody,
		});
		const { bytes, whole } = await untilAborted(collected, this.request.signal);
		const verdict = judgeAnswer(
			answer.status,
			{ text: new TextDecoder().decode(bytes), contentType: answer.headers['content-type'] ?? '', whole },
			token,
		);
		this.tools.log('debug', `${this.request.name}: ${answer.status} is ${verdict.kind}`);
		return verdict;
	}

	private outcomeOf(problem: Problem, token: string): Outcome<T> {
		switch (problem.kind) {
			case 'unauthorized':
				return problem;
			case 'unexpectedBody':
				// A consumer need not know the token, so what it quotes is cleaned here.
				return {
					kind: 'final',
					problem: {
						...problem,
						words: messageIn({ text: problem.words, contentType: '', whole: false }, token),
					},
				};
			default:
				return { kind: isWorthRepeating(problem) ? 'failed' : 'final', problem };
		}
	}

	/** Once for each refused token, until the person gives up. */
	private async renew(refused: Target): Promise<Target> {
		this.tools.log('info', `${this.request.name}: the token was refused`);
		this.refusedTokens.add(refused.token);
		const target = await untilAborted(this.request.targets.renew(refused), this.request.signal);
		if (this.refusedTokens.has(target.token)) {
			throw new AppError({ kind: 'unauthorized' });
		}
		this.backoff.progressed();
		return target;
	}

	private async waitInQueue(percent: number | undefined, askedMs: number | undefined): Promise<void> {
		this.backoff.progressed();
		const pause = this.backoff.afterQueued(askedMs);
		if (pause === undefined) {
			const minutes = Math.ceil(this.request.waitLimitMs / 60_000);
			throw new AppError({ kind: 'waitLimit', minutes, percent });
		}
		this.request.onState({ state: 'queued', percent });
		await this.pause(pause, 'queued');
	}

	private async waitOutThrottling(problem: Problem, askedMs: number | undefined): Promise<void> {
		const pause = this.request.endsWhenThrottled ? undefined : this.backoff.afterThrottled(askedMs);
		if (pause === undefined) {
			throw new AppError(
				problem.kind === 'throttled' && askedMs !== undefined ? { ...problem, retryAfterMs: askedMs } : problem,
			);
		}
		this.request.onState({ state: 'throttled', forMs: pause });
		await this.pause(pause, 'throttled');
	}

	private async waitAfterFailure(problem: Problem): Promise<void> {
		const pause = this.backoff.afterFailure();
		if (pause === undefined) {
			throw new AppError(problem);
		}
		this.request.onState({ state: 'retrying', attempt: this.backoff.failures, forMs: pause });
		await this.pause(pause, problem.kind);
	}

	private async pause(milliseconds: number, reason: string): Promise<void> {
		const { clock, log } = this.tools;
		log('info', `${this.request.name}: ${reason}, asking again in ${(milliseconds / 1000).toFixed(1)} s`);
		try {
			await untilAborted(clock.sleep(milliseconds, this.request.signal), this.request.signal);
		} finally {
			this.backoff.spend(milliseconds);
		}
	}
}
