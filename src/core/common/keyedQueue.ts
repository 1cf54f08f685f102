import { throwIfAborted, untilAborted } from './cancellation';

/** Runs tasks with the same key one at a time in the order of arrival, and tasks with different keys concurrently. */
export class KeyedQueue {
	/** For each key with a running task, the functions that start the waiting tasks. */
	private readonly waiting = new Map<string, (() => void)[]>();

	/** @param signal Cancels waiting. After the task has started, the task must handle cancellation itself. */
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
				// This task was aborted just after its turn had come, so the next task must be started here.
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
