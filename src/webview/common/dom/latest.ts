import type { Disposable } from '../../../shared/disposables';

/** Runs one thing at a time: a new run aborts the one before, so late answers never overwrite newer ones. */
export class Latest implements Disposable {
	private current: AbortController | undefined;

	/**
	 * @param failed Told of everything but abortion.
	 */
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

/** Resolves after a time; rejects when aborted. Used to wait until a person stops typing or scrolling. */
export function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
	return new Promise((resolve, reject) => {
		const timer = setTimeout(resolve, milliseconds);
		signal.addEventListener('abort', () => {
			clearTimeout(timer);
			reject(signal.reason);
		});
	});
}
