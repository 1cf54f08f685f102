import { processorTime } from '../../../support/processorTime';

/** How a thread has come to its timers, in memory that another thread may read. */
export class StallMeter {
	static readonly bytes = 3 * Float64Array.BYTES_PER_ELEMENT;

	private constructor(private readonly cells: Float64Array) {}

	static over(memory: SharedArrayBuffer): StallMeter {
		return new StallMeter(new Float64Array(memory));
	}

	/**
	 * Measures this thread from now on. It counts time of the processor, since others may use the machine as well; waits
	 * for the disk or another thread are no stalls.
	 */
	measure(): NodeJS.Timeout {
		let last = processorTime();
		return setInterval(() => {
			const now = processorTime();
			this.cells[0] = Math.max(this.longest, now - last);
			this.cells[2] = now;
			last = now;
			this.cells[1] = this.looks + 1;
		}, 1);
	}

	/** Milliseconds of the processor that the thread has spent at most between two looks at its timers. */
	get longest(): number {
		return this.cells[0] ?? 0;
	}

	/** How often it has looked. */
	get looks(): number {
		return this.cells[1] ?? 0;
	}

	/** Milliseconds of the processor that the thread had had when it last looked. */
	get all(): number {
		return this.cells[2] ?? 0;
	}

	/** Call it while the thread does nothing else. */
	reset(): void {
		this.cells[0] = 0;
	}
}
