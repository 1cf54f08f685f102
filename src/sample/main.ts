import { isMainThread, parentPort, workerData } from 'node:worker_threads';
import { runFromCommandLine } from './commandLine';
import { runInWorker } from './worker';

if (isMainThread || !parentPort) {
	void runFromCommandLine(process.argv.slice(2)).then((code) => process.exit(code));
} else {
	void runInWorker(parentPort, workerData ?? {});
}
