import { Worker } from 'node:worker_threads';
import { beatDigits } from './lockOwner';
import { type BeatenFile, type BeatOrder, type BeatReport, type BeatStart, beatInFiles } from './lockThread';
import type { LockTiming } from './lockTiming';

interface Beaten {
	readonly file: BeatenFile;
	readonly onLost: () => void;
	/** There when the beats are to end: called when they have. */
	onEnded?: () => void;
}

/** For how long the thread waits for the next lock before it ends (beats). */
const idleBeats = 3;

/** Holds little more than two files' names (MB). */
const resourceLimits = { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 1 };

/**
 * The heartbeat of the locks that a thread holds. It beats in a thread of its own, so that it goes on while its owner
 * computes, and ends with it: Node ends the threads of a thread that ends or is terminated, and a process takes all along.
 */
export class Heartbeat {
	private readonly beaten = new Map<string, Beaten>();
	private readonly sign = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
	private thread: Worker | undefined;
	/** The thread runs, and may be writing at the moment. */
	private isUp = false;
	private signs: NodeJS.Timeout | undefined;
	private idle: NodeJS.Timeout | undefined;

	constructor(private readonly timing: Pick<LockTiming, 'beatMs' | 'silentBeats'>) {}

	/** @param onLost Called when the file was found to be somebody else's, or nowhere; nothing beats in it from then on. */
	begin(file: BeatenFile, onLost: () => void): void {
		clearTimeout(this.idle);
		this.beaten.set(file.token, { file, onLost });
		if (this.thread) {
			this.order({ kind: 'begin', file });
		} else {
			this.start();
		}
	}

	/** Fulfilled when the file is not touched any more. */
	end(token: string): Promise<void> {
		const beaten = this.beaten.get(token);
		if (!beaten || !this.thread || !this.isUp) {
			// A thread that only begins hears of the end before its first beat.
			this.order({ kind: 'end', token });
			this.forget(token);
			return Promise.resolve();
		}
		// What waits for this must not be cut off by the end of the process.
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
		// What ended it is no fault of the export: the next one goes on.
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
			// The answer to its end is on the way.
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

/** Small enough to be no file of its own, which a thread would have to find in each of the product's and the tests' bundles. */
function source(): string {
	return `const { parentPort, workerData } = require('node:worker_threads');
(${beatInFiles})(require('node:fs'), parentPort, workerData);`;
}
