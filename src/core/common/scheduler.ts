import { setImmediate as nextTurn } from 'node:timers/promises';
import { throwIfAborted } from './cancellation';
import type { CooperativeTask } from './cooperativeTask';

/** Maximum time, in milliseconds, that a computation runs before it yields to other requests of the engine. */
const sliceMs = 8;

/**
 * Number of records between two checks of the clock. Even the slowest operation processes them within a few
 * milliseconds.
 */
const stride = 16_384;

interface CompletedTask<T> {
	readonly result: T;
	readonly cutShort: boolean;
}

export type Report = (share: number) => void;

/** Splits long computations into short time slices, so that the engine can process other messages between them. */
export class Scheduler {
	private yieldAtMs: number;

	/**
	 * @param now Returns the current time in milliseconds since any fixed moment.
	 * @param mayContinue Resolves when no work with a higher priority is waiting.
	 */
	constructor(
		readonly signal: AbortSignal,
		private readonly now = () => performance.now(),
		readonly report: Report = () => undefined,
		private readonly mayContinue?: () => Promise<void>,
	) {
		this.yieldAtMs = now() + sliceMs;
	}

	get isYieldDue(): boolean {
		return this.now() >= this.yieldAtMs;
	}

	/** Returns a scheduler for one of `of` equal parts of a computation. `index` starts at 0. */
	subtask(index: number, of: number): Scheduler {
		return new Scheduler(this.signal, this.now, (share) => this.report((index + share) / of), this.mayContinue);
	}

	async yieldNow(): Promise<void> {
		throwIfAborted(this.signal);
		await nextTurn();
		await this.mayContinue?.();
		throwIfAborted(this.signal);
		this.yieldAtMs = this.now() + sliceMs;
	}

	/**
	 * Runs a task in time slices and yields to the event loop between them. After `budget` milliseconds, the task must
	 * end with a partial result.
	 */
	async run<T>(steps: CooperativeTask<T>, budget = Number.POSITIVE_INFINITY): Promise<CompletedTask<T>> {
		let spent = 0;
		let last = this.now();
		for (;;) {
			const cutShort = spent > budget;
			const step = steps.next(cutShort);
			if (step.done === true) {
				return { result: step.value, cutShort };
			}
			const now = this.now();
			spent += now - last;
			last = now;
			if (now >= this.yieldAtMs) {
				await this.yieldNow();
				last = this.now();
			}
		}
	}

	async forEachBatch(length: number, step: (from: number, to: number) => void, parts = stride): Promise<void> {
		for (let from = 0; from < length; from += parts) {
			step(from, Math.min(length, from + parts));
			if (this.isYieldDue) {
				await this.yieldNow();
			}
		}
	}
}
