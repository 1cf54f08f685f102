import { parentPort, workerData } from 'node:worker_threads';
import { serveEngine } from '../../../../src/engine/serve';
import { StallMeter } from './stallMeter';

if (parentPort) {
	const port = parentPort;
	StallMeter.over(workerData.memory).measure().unref();
	serveEngine(
		{ post: (message) => port.postMessage(message), onMessage: (listener) => port.on('message', listener) },
		{ endedThreads: [], ownNames: [] },
	);
}
