import { throwIfAborted, untilAborted } from './cancellation';

/** Runs tasks of one key one after another in the order they came, and tasks of different keys side by side. */
export class KeyedQueue {
	/** A key is present while one of its tasks runs; the functions start those that wait. */
	private readonly waiting = new Map<string, (() => void)[]>();

	/**
	 * @param onWaiting Called once if the task cannot start at once.
	 * @param signal Ends the waiting; a task that has started sees to its own end.
	 * @throws AppError `cancelled` instead of starting, otherwise what the task throws
	 */
	async run<T>(key: string, task: () => Promise<T>, signal: AbortSignal, onWaiting?: () => void): Promise<T> {
		throwIfAborted(signal);
		await this.takeTurn(key, signal, onWaiting);
		try {
			return await task();
		} finally {
			this.passTurn(key);
		}
	}

	private async takeTurn(key: string, signal: AbortSignal, onWaiting: (() => void) | undefined): Promise<void> {
		const line = this.waiting.get(key);
		if (!line) {
			this.waiting.set(key, []);
			return;
		}
		onWaiting?.();
		let start = () => {};
		const turn = new Promise<void>((resolve) => {
			start = resolve;
		});
		line.push(start);
		try {
			await untilAborted(turn, signal);
		} catch (error) {
			const place = line.indexOf(start);
			if (place === -1) {
				// The turn came in the same moment as the abort: somebody else must have it.
				this.passTurn(key);
			} else {
				line.splice(place, 1);
			}
			throw error;
		}
	}

	private passTurn(key: string): void {
		const next = this.waiting.get(key)?.shift();
		if (next) {
			next();
		} else {
			this.waiting.delete(key);
		}
	}
}
