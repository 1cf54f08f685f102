import { untilAborted } from './cancellation';

/** Delays work with low priority until all other work has ended. */
export class Foreground {
	private running = 0;
	private readonly waiting: (() => void)[] = [];

	async run<R>(work: () => Promise<R> | R): Promise<R> {
		this.running++;
		try {
			return await work();
		} finally {
			this.running--;
			if (this.running === 0) {
				for (const resolve of this.waiting.splice(0)) {
					resolve();
				}
			}
		}
	}

	/** @throws AppError `cancelled` */
	async untilIdle(signal: AbortSignal): Promise<void> {
		while (this.running > 0) {
			const idle = new Promise<void>((resolve) => this.waiting.push(resolve));
			await untilAborted(idle, signal);
		}
	}
}
