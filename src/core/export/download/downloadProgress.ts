import type { ExportProgress } from '../model/entry';
import { Throughput } from './throughput';

/** About eight reports a second: as many as a person can make out. */
const intervalMs = 125;

/** Turns the course of a download into reports, few enough to be shown. */
export class DownloadProgress {
	private readonly throughput = new Throughput();
	private lastReport: number;

	/** @param clock Milliseconds that never go back. */
	constructor(
		private readonly totalBytes: number | undefined,
		private readonly report: (progress: ExportProgress) => void,
		private readonly clock: () => number,
	) {
		this.lastReport = clock();
		this.throughput.add(this.lastReport, 0);
	}

	/** Reports if the last report is long enough ago. */
	update(bytes: number, rows: number): void {
		const now = this.clock();
		if (now - this.lastReport >= intervalMs) {
			this.send(now, bytes, rows);
		}
	}

	/** Reports the last figures. */
	end(bytes: number, rows: number): void {
		this.send(this.clock(), bytes, rows);
	}

	private send(now: number, bytes: number, rows: number): void {
		this.lastReport = now;
		this.throughput.add(now, bytes);
		const { bytesPerSecond } = this.throughput;
		this.report({ state: 'downloading', bytes, totalBytes: this.totalBytes, rows, bytesPerSecond });
	}
}
