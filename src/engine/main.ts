import { parentPort, workerData } from 'node:worker_threads';
import type { EngineStart } from './protocol';
import { serveEngine } from './serve';

if (!parentPort) {
	throw new Error('the engine runs as a worker thread');
}
const port = parentPort;
const start: EngineStart = workerData;
serveEngine(
	{ post: (message) => port.postMessage(message), onMessage: (listener) => port.on('message', listener) },
	start,
);
