import { Worker } from 'node:worker_threads';
import { AppError } from '../core/common/errors';
import { type CallOptions, Channel, type Handlers } from '../shared/rpc';
import { errorCodec } from './errorCodec';
import type { EngineApi, EngineStart, HostApi } from './protocol';

/** Subset of the worker thread API that `EngineClient` uses. */
export interface EngineThread {
	readonly threadId: number;
	postMessage(message: unknown): void;
	on(event: 'message', listener: (message: unknown) => void): unknown;
	on(event: 'error', listener: (error: Error) => void): unknown;
	on(event: 'exit', listener: () => void): unknown;
	terminate(): Promise<unknown>;
}

type StartEngine = (start: EngineStart) => EngineThread;

export function engineIn(script: string): StartEngine {
	return (workerData) => new Worker(script, { name: 'app-errors-engine', workerData });
}

interface PendingCall {
	readonly worker: EngineThread;
	readonly channel: Channel<HostApi, EngineApi>;
}

/** Runs the engine in a worker. The worker starts on the first call, and restarts on the next call after a crash. */
export class EngineClient {
	private running: PendingCall | undefined;
	private disposed = false;
	/** IDs of crashed worker threads, so that the next worker can take over their locks immediately. */
	private readonly endedThreads: number[] = [];

	constructor(
		private readonly startThread: StartEngine,
		private readonly host: Handlers<HostApi>,
		private readonly onCrash: (error: Error) => void,
		private readonly ownNames: () => EngineStart['ownNames'] = () => [],
	) {}

	/** @throws AppError `engineStopped` if the worker ends during the call, or `cancelled` after `dispose` */
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

	private start(): PendingCall {
		const worker = this.startThread({ endedThreads: [...this.endedThreads], ownNames: this.ownNames() });
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
