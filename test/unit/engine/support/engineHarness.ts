import { resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { isCancellation } from '../../../../src/core/common/errors';
import { errorCodec } from '../../../../src/engine/errorCodec';
import type { EngineApi, HostApi } from '../../../../src/engine/protocol';
import { Channel, type Handlers } from '../../../../src/shared/rpc';
import { defaultNetwork } from '../../../support/defaultNetwork';
import { StallMeter } from './stallMeter';

/** Longest continuous work of the engine and of the host during a call, in milliseconds of processor time. */
export interface Stalls {
	readonly engine: number;
	readonly host: number;
}

/** Delay after which a long-running call is canceled, in milliseconds. */
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
	findSource: ({ path }) => ({ kind: 'found', files: [{ uri: `file:///repository/${path}`, folder: 'work', path }] }),
	findMappings: () => [],
	log: () => undefined,
};

export class EngineHarness implements AsyncDisposable {
	private readonly here = StallMeter.over(new SharedArrayBuffer(StallMeter.bytes));
	private readonly timer = this.here.measure();
	private readonly there: StallMeter;
	private readonly worker: Worker;
	private readonly channel: Channel<HostApi, EngineApi>;

	constructor() {
		const memory = new SharedArrayBuffer(StallMeter.bytes);
		this.there = StallMeter.over(memory);
		this.worker = new Worker(resolve('out', 'test', 'unit', 'engine', 'support', 'measuredEngine.js'), {
			workerData: { memory },
		});
		const { worker } = this;
		this.channel = new Channel(
			{ post: (message) => worker.postMessage(message), onMessage: (listener) => worker.on('message', listener) },
			host,
			errorCodec,
		);
	}

	call<K extends keyof EngineApi>(method: K, params: EngineApi[K]['params']): Promise<EngineApi[K]['result']> {
		return this.channel.call(method, params, { onProgress: () => undefined });
	}

	/** Cancels a call and returns the processor time that the engine spent afterwards, in milliseconds. */
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

	/** Waits until both threads have reached their timers again and thus recorded all previous work. */
	private async rest(): Promise<void> {
		const meters = [this.here, this.there].map((meter) => ({ meter, looks: meter.looks }));
		while (meters.some(({ meter, looks }) => meter.looks < looks + 3)) {
			await delay(1);
		}
	}
}
