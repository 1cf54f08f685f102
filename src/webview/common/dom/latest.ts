import type { Disposable } from '../../../shared/disposables';

/** Runs one task at a time. A new task aborts the previous task, so that old results never replace new results. */
export class Latest implements Disposable {
	private current: AbortController | undefined;

	/** @param failed Called with each error, except if the task was aborted */
	run(work: (signal: AbortSignal) => Promise<void>, failed: (error: unknown) => void): void {
		this.dispose();
		const controller = new AbortController();
		this.current = controller;
		work(controller.signal).catch((error: unknown) => {
			if (!controller.signal.aborted) {
				failed(error);
			}
		});
	}

	dispose(): void {
		this.current?.abort(new DOMException('superseded', 'AbortError'));
		this.current = undefined;
	}
}

/** Resolves after a delay, or rejects when aborted. Used to debounce typing and scrolling. */
export function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
	return new Promise((resolve, reject) => {
		const timer = setTimeout(resolve, milliseconds);
		signal.addEventListener('abort', () => {
			clearTimeout(timer);
			reject(signal.reason);
		});
	});
}
