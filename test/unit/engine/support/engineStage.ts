import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { isCancellation } from '../../../../src/core/common/errors';
import { errorCodec } from '../../../../src/engine/errorCodec';
import type { EngineApi, HostApi } from '../../../../src/engine/protocol';
import { Channel, type Handlers } from '../../../../src/shared/rpc';
import { defaultNetwork } from '../../../support/defaultNetwork';
import { StallMeter } from './stallMeter';

/** What calls cost both ends of the border: milliseconds of the processor in the longest piece of work. */
export interface Stalls {
	readonly engine: number;
	readonly host: number;
}

/** When a call is cancelled that should take longer (milliseconds). */
const soon = 20;

const host: Handlers<HostApi> = {
	credentials: () => {
		throw new Error('no account here');
	},
	deviceKey: async () => ({ secret: 'key' }),
	databaseAccess: () => Promise.reject(new Error('no database')),
	network: () => defaultNetwork,
	ready: () => undefined,
	locateFrames: () => [],
	findMappings: () => [],
	log: () => undefined,
};

/** An engine in a thread of its own, and this thread as its host. */
export class EngineStage implements AsyncDisposable {
	private readonly here = StallMeter.over(new SharedArrayBuffer(StallMeter.bytes));
	private readonly timer = this.here.measure();
	private readonly there: StallMeter;
	private readonly worker: Worker;
	private readonly channel: Channel<HostApi, EngineApi>;

	constructor() {
		const memory = new SharedArrayBuffer(StallMeter.bytes);
		this.there = StallMeter.over(memory);
		this.worker = new Worker(join(__dirname, 'support', 'measuredEngine.js'), { workerData: { memory } });
		const { worker } = this;
		this.channel = new Channel(
			{ post: (message) => worker.postMessage(message), onMessage: (listener) => worker.on('message', listener) },
			host,
			errorCodec,
		);
	}

	/** Carries out a call to its end. */
	call<K extends keyof EngineApi>(method: K, params: EngineApi[K]['params']): Promise<EngineApi[K]['result']> {
		return this.channel.call(method, params, { onProgress: () => undefined });
	}

	/** Cancels a call soon after it began. @returns how long the engine went on computing after that (milliseconds of the processor) */
	async cancel<K extends keyof EngineApi>(method: K, params: EngineApi[K]['params']): Promise<number> {
		const controller = new AbortController();
		let cancelled: number | undefined;
		const timer = setTimeout(() => {
			cancelled = this.there.all;
			controller.abort();
		}, soon);
		try {
			await this.channel.call(method, params, { signal: controller.signal, untilEnded: true });
		} catch (error) {
			if (!isCancellation(error)) {
				throw error;
			}
		}
		clearTimeout(timer);
		await this.rest();
		return cancelled === undefined ? 0 : this.there.all - cancelled;
	}

	/** Forgets what was measured till now. */
	async reset(): Promise<void> {
		await this.rest();
		this.here.reset();
		this.there.reset();
	}

	async stalls(): Promise<Stalls> {
		await this.rest();
		return { engine: this.there.longest, host: this.here.longest };
	}

	async [Symbol.asyncDispose](): Promise<void> {
		clearInterval(this.timer);
		this.channel.close(new Error('the stage is gone'));
		await this.worker.terminate();
	}

	/** Until both threads have looked at their timers again, and so measured what they did before. */
	private async rest(): Promise<void> {
		const meters = [this.here, this.there].map((meter) => ({ meter, looks: meter.looks }));
		while (meters.some(({ meter, looks }) => meter.looks < looks + 3)) {
			await delay(1);
		}
	}
}
