import { MessageChannel } from 'node:worker_threads';
import type { EngineThread } from '../../../src/engine/engineClient';
import type { EngineStart } from '../../../src/engine/protocol';
import { serveEngine } from '../../../src/engine/serve';

/** Runs the engine in this process, where it starts much faster than in a new thread. */
export function engineInProcess(start: EngineStart): EngineThread {
	const { port1: client, port2: engine } = new MessageChannel();
	serveEngine(
		{ post: (message) => engine.postMessage(message), onMessage: (listener) => engine.on('message', listener) },
		structuredClone(start),
	);
	return {
		threadId: 0,
		postMessage: (message) => client.postMessage(message),
		on: (event: 'message' | 'error' | 'exit', listener: (value: never) => void) =>
			client.on(event as 'message', listener as (value: unknown) => void),
		terminate: async () => client.close(),
	};
}
