import { Worker } from 'node:worker_threads';
import { AppError } from '../core/common/errors';
import { type CallOptions, Channel, type Handlers } from '../shared/rpc';
import { errorCodec } from './errorCodec';
import type { EngineApi, EngineStart, HostApi } from './protocol';

interface Running {
	readonly worker: Worker;
	readonly channel: Channel<HostApi, EngineApi>;
}

/** The host's side of the engine. The worker starts with the first call and again after it died. */
export class EngineClient {
	private running: Running | undefined;
	private disposed = false;
	/** What an engine held when it crashed, the next one may take over at once. */
	private readonly endedThreads: number[] = [];

	/** @param script The engine's bundle. @param host What the engine may ask of the host. @param ownNames By now. */
	constructor(
		private readonly script: string,
		private readonly host: Handlers<HostApi>,
		private readonly onCrash: (error: Error) => void,
		private readonly ownNames: () => EngineStart['ownNames'] = () => [],
	) {}

	/** @throws AppError, `engineStopped` when the worker dies meanwhile, `cancelled` from `dispose` on. */
	call<K extends keyof EngineApi>(
		method: K,
		params: EngineApi[K]['params'],
		options?: CallOptions<EngineApi[K]['progress']>,
	): Promise<EngineApi[K]['result']> {
		if (this.disposed) {
			return Promise.reject(new AppError({ kind: 'cancelled' }));
		}
		return (this.running ?? this.start()).channel.call(method, params, options);
	}

	/** Whether the worker is there; nothing is loaded before the first call. */
	get started(): boolean {
		return this.running !== undefined;
	}

	async dispose(): Promise<void> {
		this.disposed = true;
		const running = this.running;
		this.running = undefined;
		running?.channel.close(new AppError({ kind: 'cancelled' }));
		await running?.worker.terminate();
	}

	private start(): Running {
		const workerData: EngineStart = { endedThreads: [...this.endedThreads], ownNames: this.ownNames() };
		const worker = new Worker(this.script, { name: 'app-errors-engine', workerData });
		const { threadId } = worker;
		const channel = new Channel<HostApi, EngineApi>(
			{
				post: (message) => worker.postMessage(message),
				onMessage: (listener) => worker.on('message', listener),
			},
			this.host,
			errorCodec,
		);
		const running = { worker, channel };
		worker.on('error', this.onCrash);
		worker.on('exit', () => {
			this.endedThreads.push(threadId);
			if (this.running === running) {
				this.running = undefined;
			}
			channel.close(new AppError({ kind: 'engineStopped' }));
		});
		this.running = running;
		return running;
	}
}
