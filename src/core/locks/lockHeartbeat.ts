import { Worker } from 'node:worker_threads';
import { beatDigits } from './lockOwner';
import { type BeatenFile, type BeatOrder, type BeatReport, type BeatStart, beatInFiles } from './lockThread';
import type { LockTiming } from './lockTiming';

interface Beaten {
	readonly file: BeatenFile;
	readonly onLost: () => void;
	onEnded?: () => void;
}

const idleBeats = 3;

/** Memory limits of the thread, in MB. The thread stores little more than a few file names. */
const resourceLimits = { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 1 };

/** Runs in a child thread, so that the heartbeat continues while the owner is busy and ends with the owner. */
export class Heartbeat {
	private readonly beaten = new Map<string, Beaten>();
	private readonly sign = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
	private thread: Worker | undefined;
	private isUp = false;
	private signs: NodeJS.Timeout | undefined;
	private idle: NodeJS.Timeout | undefined;

	constructor(private readonly timing: Pick<LockTiming, 'beatMs' | 'silentBeats'>) {}

	/** @param onLost Called after the file was deleted or taken over by another owner. Its heartbeat has already stopped. */
	begin(file: BeatenFile, onLost: () => void): void {
		clearTimeout(this.idle);
		this.beaten.set(file.token, { file, onLost });
		if (this.thread) {
			this.order({ kind: 'begin', file });
		} else {
			this.start();
		}
	}

	end(token: string): Promise<void> {
		const beaten = this.beaten.get(token);
		if (!beaten || !this.thread || !this.isUp) {
			// If the thread is still starting, it receives this message before the first heartbeat.
			this.order({ kind: 'end', token });
			this.forget(token);
			return Promise.resolve();
		}
		// Keeps the process alive until the confirmation arrives.
		this.thread.ref();
		return new Promise((resolve) => {
			beaten.onEnded = resolve;
			this.order({ kind: 'end', token });
		});
	}

	private start(): void {
		const { beatMs, silentBeats } = this.timing;
		const workerData: BeatStart = { beatMs, silentBeats, sign: this.sign, digits: beatDigits };
		const thread = new Worker(source(), { eval: true, name: 'app-errors-locks', workerData, resourceLimits });
		this.thread = thread;
		thread.unref();
		thread.on('online', () => {
			this.isUp = this.thread === thread;
		});
		thread.on('message', (report: BeatReport) => this.hear(report));
		// If the thread crashes, the export is not affected, and a new thread is started.
		thread.on('error', () => undefined);
		thread.on('exit', () => this.restart(thread));
		for (const { file } of this.beaten.values()) {
			this.order({ kind: 'begin', file });
		}
		clearInterval(this.signs);
		this.signs = setInterval(() => Atomics.add(this.sign, 0, 1), beatMs);
		this.signs.unref();
	}

	private restart(ended: Worker): void {
		if (this.thread !== ended) {
			return;
		}
		this.thread = undefined;
		this.isUp = false;
		for (const [token, { onEnded }] of this.beaten) {
			if (onEnded) {
				this.forget(token);
				onEnded();
			}
		}
		const again = setTimeout(() => {
			if (this.beaten.size > 0 && !this.thread) {
				this.start();
			}
		}, this.timing.beatMs);
		again.unref();
	}

	private hear({ kind, token }: BeatReport): void {
		const beaten = this.beaten.get(token);
		if (kind === 'lost' && beaten?.onEnded) {
			return;
		}
		this.forget(token);
		(kind === 'lost' ? beaten?.onLost : beaten?.onEnded)?.();
	}

	private forget(token: string): void {
		this.beaten.delete(token);
		if ([...this.beaten.values()].every(({ onEnded }) => !onEnded)) {
			this.thread?.unref();
		}
		if (this.beaten.size === 0) {
			clearTimeout(this.idle);
			this.idle = setTimeout(() => this.rest(), idleBeats * this.timing.beatMs);
			this.idle.unref();
		}
	}

	private rest(): void {
		const { thread } = this;
		this.thread = undefined;
		this.isUp = false;
		clearInterval(this.signs);
		void thread?.terminate();
	}

	private order(order: BeatOrder): void {
		this.thread?.postMessage(order);
	}
}

/** Source code of the thread, inlined because a separate file would have to be located in every bundle. */
function source(): string {
	return `const { parentPort, workerData } = require('node:worker_threads');
(${beatInFiles})(require('node:fs'), parentPort, workerData);`;
}
