import { parentPort } from 'node:worker_threads';
import { serveEngine } from './serve';

if (!parentPort) {
	throw new Error('the engine runs as a worker thread');
}
const port = parentPort;
serveEngine({ post: (message) => port.postMessage(message), onMessage: (listener) => port.on('message', listener) });
