import { processorTime } from '../../../support/processorTime';

/** Records how long a thread blocks its timers, in memory that another thread can read. */
export class StallMeter {
	static readonly bytes = 3 * Float64Array.BYTES_PER_ELEMENT;

	private constructor(private readonly cells: Float64Array) {}

	static over(memory: SharedArrayBuffer): StallMeter {
		return new StallMeter(new Float64Array(memory));
	}

	/** Measures the processor time of this thread, because waiting for the disk or another thread is not a stall. */
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

	/** Maximum processor time between two timer events of the thread, in milliseconds. */
	get longest(): number {
		return this.cells[0] ?? 0;
	}

	get looks(): number {
		return this.cells[1] ?? 0;
	}

	/** Total processor time of the thread at the last timer event, in milliseconds. */
	get all(): number {
		return this.cells[2] ?? 0;
	}

	/** Must be called while the thread is idle. */
	reset(): void {
		this.cells[0] = 0;
	}
}
