import { cancelled, throwIfAborted, untilAborted } from '../common/cancellation';
import { AppError, type Problem } from '../common/errors';
import type { Log } from '../common/log';
import { assertSecure } from './address';
import { Backoff } from './backoff';
import { collectWithin } from './collect';
import { getPercent, messageIn } from './errorBody';
import type { Consumed, ExportBody } from './exportBody';
import { getDate, retryAfterMs } from './parseRetryAfter';
import type { Clock, RetryDelays } from './retryDelays';
import type { Target, TargetSource } from './serviceTarget';
import type { HttpResponse, Transport } from './transport';
import { isWorthRepeating, judgeAnswer, type Verdict } from './verdict';

export type RequestState =
	| { readonly state: 'asking' }
	| { readonly state: 'queued'; readonly percent: number | undefined }
	/** The service returned 420, 429, or 503. The request is sent again after `forMs` milliseconds. */
	| { readonly state: 'throttled'; readonly forMs: number }
	/** The service returned 5xx, or the connection was lost. The request is sent again after `forMs` milliseconds. */
	| { readonly state: 'retrying'; readonly attempt: number; readonly forMs: number };

export interface RetryTools {
	readonly transport: Transport;
	readonly clock: Clock;
	readonly delays: RetryDelays;
	readonly log: Log;
}

export interface RetriedRequest<T> {
	readonly name: string;
	/** Returns the URL of the request, which must be the same in each call with the same base URL. */
	readonly url: (baseUrl: string) => string;
	readonly targets: TargetSource;
	/** Consumes the body. Receives the token in order to redact it. */
	readonly consume: (body: ExportBody, signal: AbortSignal, token: string) => Promise<Consumed<T>>;
	/**
	 * If true, cached responses are bypassed until the service accepts a request. Bypassing them later would queue the
	 * export again.
	 */
	readonly noCache?: boolean | undefined;
	readonly signal: AbortSignal;
	readonly waitLimitMs: number;
	/** If true, throttling ends the request immediately, and the caller can schedule a retry. */
	readonly endsWhenThrottled?: boolean | undefined;
	readonly onState: (state: RequestState) => void;
	readonly onHeaders?: ((headers: HttpResponse['headers']) => void) | undefined;
}

type Outcome<T> =
	| { readonly kind: 'whole'; readonly value: T }
	| (Verdict & { readonly retryAfterMs?: number | undefined });

const maxErrorBytes = 64 * 1024;

/** Tolerance for `Age` and `Date` headers, which are in whole seconds and can come from different computers. */
const ageSlackMs = 10_000;

export function requestWithRetries<T>(tools: RetryTools, request: RetriedRequest<T>): Promise<T> {
	return new RetryLoop(tools, request).run();
}

class RetryLoop<T> {
	private readonly backoff: Backoff;
	/** True after the service has started to prepare or send the response. */
	private isAccepted = false;
	private readonly refusedTokens = new Set<string>();
	private readonly startedAt: number;
	/** Latest `Date` header from the service, as Unix time in milliseconds. */
	private latestDate = 0;

	constructor(
		private readonly tools: RetryTools,
		private readonly request: RetriedRequest<T>,
	) {
		this.startedAt = tools.clock.elapsed();
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
		const sentAt = clock.elapsed();
		try {
			using answer = await transport(
				{ url, token: target.token, ...(this.request.noCache && !this.isAccepted && { noCache: true }) },
				signal,
			);
			this.request.onHeaders?.(answer.headers);
			if (this.isEarlier(answer)) {
				this.isAccepted = false;
				this.backoff.spend(clock.elapsed() - sentAt);
				return { kind: 'failed', problem: { kind: 'brokenBody', fault: 'earlierResponse' } };
			}
			if (answer.status === 200) {
				this.isAccepted = true;
				this.backoff.spend(clock.elapsed() - sentAt);
				return await this.consume(answer, target.token);
			}
			const verdict = await this.judge(answer, target.token);
			this.isAccepted ||= verdict.kind === 'queued';
			this.backoff.spend(clock.elapsed() - sentAt);
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

	/** Returns true if a cache returned a response from before this request. Such a response may lack new records. */
	private isEarlier({ status, headers }: HttpResponse): boolean {
		const { clock, log } = this.tools;
		if (!this.request.noCache || (status !== 200 && status !== 304)) {
			this.latestDate = Math.max(this.latestDate, getDate(headers) ?? 0);
			return false;
		}
		const [age] = /^\d{1,10}$/.exec(headers['age'] ?? '') ?? ['0'];
		const isOld = Number(age) * 1000 > clock.elapsed() - this.startedAt + ageSlackMs;
		const isEarlier = status === 304 || isOld || (getDate(headers) ?? this.latestDate) < this.latestDate - ageSlackMs;
		if (isEarlier) {
			log('info', `${this.request.name}: a cache returned an earlier response (status ${status}, age ${age} s)`);
		}
		return isEarlier;
	}

	private async consume(answer: HttpResponse, token: string): Promise<Outcome<T>> {
		const consumed = await this.request.consume(answer.body, this.request.signal, token);
		return consumed.kind === 'whole' ? consumed : { kind: 'queued', percent: getPercent(consumed.words) };
	}

	private async judge(answer: HttpResponse, token: string): Promise<Verdict> {
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
				// Redacts the token here, because not every consumer knows it.
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

	private async renew(refused: Target): Promise<Target> {
		this.tools.log('info', `${this.request.name}: the token was rejected`);
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
		log('info', `${this.request.name}: ${reason}, retrying in ${(milliseconds / 1000).toFixed(1)} s`);
		try {
			await untilAborted(clock.sleep(milliseconds, this.request.signal), this.request.signal);
		} finally {
			this.backoff.spend(milliseconds);
		}
	}
}
