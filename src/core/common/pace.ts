import { setImmediate as nextTurn } from 'node:timers/promises';
import { throwIfAborted } from './cancellation';
import type { Steps } from './steps';

/** How long a query computes before the engine may answer others (milliseconds). */
const turnLength = 8;

/** Records between two looks at the clock: even the slowest step of a query does so many in a few milliseconds. */
const stride = 16_384;

/** What came of steps. */
interface Carried<T> {
	readonly result: T;
	/** They ran out of budget: the result is less than it could be. */
	readonly cutShort: boolean;
}

/** Hears how much of a computation is done, from 0 to 1. */
export type Report = (share: number) => void;

/** Keeps a long computation from holding up everything else the engine has to do, its own cancellation among it. */
export class Pace {
	private turnEnds: number;

	/** @param now Milliseconds, from anywhere on. */
	constructor(
		readonly signal: AbortSignal,
		private readonly now = () => performance.now(),
		readonly report: Report = () => undefined,
	) {
		this.turnEnds = now() + turnLength;
	}

	get due(): boolean {
		return this.now() >= this.turnEnds;
	}

	/** The same for one of so many parts of the computation, which is as long as each other. */
	part(index: number, of: number): Pace {
		return new Pace(this.signal, this.now, (share) => this.report((index + share) / of));
	}

	/** @throws AppError `cancelled` */
	async rest(): Promise<void> {
		throwIfAborted(this.signal);
		await nextTurn();
		throwIfAborted(this.signal);
		this.turnEnds = this.now() + turnLength;
	}

	/**
	 * Carries out steps, and rests between them when it is time.
	 * @param budget How long they may compute in all (milliseconds); then they are asked to end.
	 * @throws AppError `cancelled`
	 */
	async through<T>(steps: Steps<T>, budget = Number.POSITIVE_INFINITY): Promise<Carried<T>> {
		let spent = 0;
		let last = this.now();
		for (;;) {
			const cutShort = spent > budget;
			const step = steps.next(cutShort);
			if (step.done === true) {
				return { result: step.value, cutShort };
			}
			// One look for both questions: there are steps that take no longer than it.
			const now = this.now();
			spent += now - last;
			last = now;
			if (now >= this.turnEnds) {
				await this.rest();
				last = this.now();
			}
		}
	}

	/**
	 * Calls `step` with one part of 0 to `length` after another, and rests between them when it is time.
	 * @throws AppError `cancelled`
	 */
	async walk(length: number, step: (from: number, to: number) => void, parts = stride): Promise<void> {
		for (let from = 0; from < length; from += parts) {
			step(from, Math.min(length, from + parts));
			if (this.due) {
				await this.rest();
			}
		}
	}
}
