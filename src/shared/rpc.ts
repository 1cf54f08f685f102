/** Method of a remote procedure call, which ends with a result, an error, a cancellation, or the channel's disposal. */
export interface Method<Params, Result, Progress = undefined> {
	params: Params;
	result: Result;
	progress: Progress;
}

type Api<A> = { [K in keyof A]: Method<unknown, unknown, unknown> };

export interface CallContext<P> {
	readonly signal: AbortSignal;
	readonly report: (progress: P) => void;
}

export type Handlers<A extends Api<A>> = {
	readonly [K in keyof A]: (
		params: A[K]['params'],
		context: CallContext<A[K]['progress']>,
	) => Promise<A[K]['result']> | A[K]['result'];
};

export interface CallOptions<P> {
	readonly signal?: AbortSignal | undefined;
	readonly onProgress?: ((progress: P) => void) | undefined;
	/** Whether an aborted call waits until its handler has stopped. Needed by callers that then access the same data. */
	readonly untilEnded?: boolean;
}

/** Connection for messages. `post` must preserve their order. */
export interface Port {
	post(message: unknown): void;
	onMessage(listener: (message: unknown) => void): void;
}

/** Converts errors for transfer. `decode(encode(e))` must return an `Error` whose type callers can recognize. */
export interface ErrorCodec {
	encode(error: unknown): unknown;
	decode(wire: unknown): Error;
}

type Message =
	| { type: 'request'; id: number; method: string; params: unknown }
	| { type: 'cancel'; id: number }
	| { type: 'progress'; id: number; value: unknown }
	| { type: 'result'; id: number; value: unknown }
	| { type: 'error'; id: number; error: unknown };

interface Pending {
	readonly resolve: (value: unknown) => void;
	readonly reject: (error: Error) => void;
	readonly onProgress: ((progress: never) => void) | undefined;
	readonly release: () => void;
}

export class Channel<Local extends Api<Local>, Remote extends Api<Remote>> {
	private readonly pending = new Map<number, Pending>();
	private readonly running = new Map<number, AbortController>();
	private nextId = 1;
	private closed: Error | undefined;

	constructor(
		private readonly port: Port,
		private readonly handlers: Handlers<Local>,
		private readonly errors: ErrorCodec,
	) {
		port.onMessage((message) => this.receive(message as Message));
	}

	/** @throws The error from the handler, the signal's abort reason, or the reason passed to `close` */
	call<K extends keyof Remote & string>(
		method: K,
		params: Remote[K]['params'],
		options: CallOptions<Remote[K]['progress']> = {},
	): Promise<Remote[K]['result']> {
		if (this.closed) {
			return Promise.reject(this.closed);
		}
		const { signal, onProgress, untilEnded = false } = options;
		if (signal?.aborted) {
			return Promise.reject(signal.reason);
		}
		const id = this.nextId++;
		return new Promise((resolve, reject) => {
			// By default, the promise rejects as soon as the call is aborted, without waiting for the handler.
			const onAbort = () => {
				this.port.post({ type: 'cancel', id } satisfies Message);
				if (!untilEnded) {
					this.settle(id)?.reject(signal?.reason);
				}
			};
			signal?.addEventListener('abort', onAbort, { once: true });
			this.pending.set(id, {
				resolve,
				reject,
				onProgress: onProgress as Pending['onProgress'],
				release: () => signal?.removeEventListener('abort', onAbort),
			});
			this.port.post({ type: 'request', id, method, params } satisfies Message);
		});
	}

	/** Closes the channel. Rejects pending and later calls with `reason`, and aborts running handlers. */
	close(reason: Error): void {
		this.closed ??= reason;
		for (const id of [...this.pending.keys()]) {
			this.settle(id)?.reject(reason);
		}
		for (const controller of this.running.values()) {
			controller.abort(reason);
		}
		this.running.clear();
	}

	private settle(id: number): Pending | undefined {
		const entry = this.pending.get(id);
		this.pending.delete(id);
		entry?.release();
		return entry;
	}

	private receive(message: Message): void {
		if (this.closed) {
			return;
		}
		switch (message.type) {
			case 'request':
				void this.serve(message.id, message.method as keyof Local & string, message.params);
				return;
			case 'cancel':
				this.running.get(message.id)?.abort(new DOMException('cancelled by the caller', 'AbortError'));
				return;
			case 'progress':
				this.pending.get(message.id)?.onProgress?.(message.value as never);
				return;
			case 'result':
				this.settle(message.id)?.resolve(message.value);
				return;
			case 'error':
				this.settle(message.id)?.reject(this.errors.decode(message.error));
				return;
		}
	}

	private async serve(id: number, method: keyof Local & string, params: unknown): Promise<void> {
		const controller = new AbortController();
		this.running.set(id, controller);
		let reply: Message;
		try {
			if (!Object.hasOwn(this.handlers, method)) {
				throw new Error(`no such method: ${method}`);
			}
			const value = await this.handlers[method](params as Local[typeof method]['params'], {
				signal: controller.signal,
				report: (progress) => this.send({ type: 'progress', id, value: progress }),
			});
			reply = { type: 'result', id, value };
		} catch (error) {
			reply = { type: 'error', id, error: this.errors.encode(error) };
		}
		this.running.delete(id);
		this.send(reply);
	}

	private send(message: Message): void {
		if (!this.closed) {
			this.port.post(message);
		}
	}
}
