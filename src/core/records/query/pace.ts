import { setImmediate as nextTurn } from 'node:timers/promises';
import { throwIfAborted } from '../../service/cancellation';

/** How long a query computes before the engine may answer others (milliseconds). */
const turnLength = 8;

/** Records between two looks at the clock: even the slowest step of a query does so many in a few milliseconds. */
const stride = 16_384;

/** Keeps a long computation from holding up everything else the engine has to do, its own cancellation among it. */
export class Pace {
	private turnEnds = performance.now() + turnLength;

	constructor(readonly signal: AbortSignal) {}

	get due(): boolean {
		return performance.now() >= this.turnEnds;
	}

	/** @throws AppError `cancelled` */
	async rest(): Promise<void> {
		throwIfAborted(this.signal);
		await nextTurn();
		throwIfAborted(this.signal);
		this.turnEnds = performance.now() + turnLength;
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
