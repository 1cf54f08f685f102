import type { ExportProgress } from '../model/entry';
import { Throughput } from './throughput';

const intervalMs = 125;

export class DownloadProgress {
	private readonly throughput = new Throughput();
	private lastReport: number;

	/** @param clock Returns the time of a monotonic clock in milliseconds. */
	constructor(
		private readonly totalBytes: number | undefined,
		private readonly report: (progress: ExportProgress) => void,
		private readonly clock: () => number,
	) {
		this.lastReport = clock();
		this.throughput.add(this.lastReport, 0);
	}

	update(bytes: number, rows: number): void {
		const now = this.clock();
		if (now - this.lastReport >= intervalMs) {
			this.send(now, bytes, rows);
		}
	}

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
