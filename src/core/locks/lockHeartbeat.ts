import { once } from 'node:events';
import { MessageChannel, type Transferable, Worker } from 'node:worker_threads';
import { type BeatenFile, type BeatOrder, beatInFiles } from './lockThread';
import type { LockTiming } from './ownerWatch';

/** Number of heartbeat intervals without any lock after which the heartbeat thread is ended. */
const maxIdleBeats = 3;

/** Memory limits of the heartbeat thread, in MB. They are low, because the thread stores only a few file names. */
const resourceLimits = { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 1 };

/**
 * Writes heartbeats in a separate thread. The heartbeats continue while the owner is busy and stop when the owner ends.
 */
export class Heartbeat {
	private readonly beaten = new Map<string, { readonly file: BeatenFile; readonly onLost: () => void }>();
	private thread: Worker | undefined;
	private isUp = false;
	private timer: NodeJS.Timeout | undefined;
	private idleBeats = 0;

	constructor(private readonly timing: Pick<LockTiming, 'beatMs' | 'silentBeats'>) {}

	/**
	 * @param onLost Called after the lock file was deleted or taken over by another owner. Its heartbeat has already
	 * stopped.
	 */
	begin(file: BeatenFile, onLost: () => void): void {
		this.beaten.set(file.token, { file, onLost });
		this.timer ??= setInterval(() => this.tick(), this.timing.beatMs).unref();
		if (this.thread) {
			this.order({ kind: 'begin', file });
		} else {
			this.start();
		}
	}

	async end(token: string): Promise<void> {
		this.beaten.delete(token);
		const { port1, port2: confirmation } = new MessageChannel();
		this.order({ kind: 'end', token, confirmation }, [confirmation]);
		// There is no need to wait for a thread that is still starting, because it receives the `end` message before its
		// first heartbeat.
		if (this.thread && this.isUp) {
			// The open port keeps the process alive until the thread confirms the end of the heartbeats or ends itself.
			port1.ref();
			await once(port1, 'close');
		}
	}

	private tick(): void {
		this.idleBeats = this.beaten.size > 0 ? 0 : this.idleBeats + 1;
		if (this.idleBeats > maxIdleBeats) {
			clearInterval(this.timer);
			this.timer = undefined;
			void this.thread?.terminate();
			this.thread = undefined;
		} else if (this.thread) {
			this.order({ kind: 'responsive' });
		} else {
			this.start();
		}
	}

	private start(): void {
		const workerData = this.timing;
		const thread = new Worker(source(), { eval: true, name: 'app-errors-locks', workerData, resourceLimits });
		this.thread = thread;
		this.isUp = false;
		thread.on('online', () => {
			this.isUp = this.thread === thread;
		});
		thread.on('message', (token: string) => {
			const lost = this.beaten.get(token);
			this.beaten.delete(token);
			lost?.onLost();
		});
		// A crash of the thread doesn't affect the export, because the next heartbeat starts a new thread.
		thread.on('error', () => undefined);
		thread.on('exit', () => {
			this.thread = this.thread === thread ? undefined : this.thread;
		});
		// Lets the process end while the thread is running. Adding a message listener after this call would undo it.
		thread.unref();
		for (const { file } of this.beaten.values()) {
			this.order({ kind: 'begin', file });
		}
	}

	private order(order: BeatOrder, transfer: readonly Transferable[] = []): void {
		this.thread?.postMessage(order, transfer);
	}
}

/**
 * Returns the source code of the heartbeat thread, because a separate file would have to be located in every bundle.
 */
function source(): string {
	return `const { parentPort, workerData } = require('node:worker_threads');
(${beatInFiles})(require('node:fs'), parentPort, workerData);`;
}
