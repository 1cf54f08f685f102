import { isMainThread, type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { runFromCommandLine } from './commandLine';
import { startSampleService } from './service';
import type { SampleMessage, SampleReport, SampleWorkerData } from './workerMessages';

if (isMainThread || !parentPort) {
	void runFromCommandLine(process.argv.slice(2)).then((code) => process.exit(code));
} else {
	void runInWorker(parentPort, workerData ?? {});
}

async function runInWorker(port: MessagePort, options: SampleWorkerData): Promise<void> {
	const report = (what: SampleReport) => port.postMessage(what);
	try {
		const service = await startSampleService({ nowMoves: true, ...options });
		port.on('message', (message: SampleMessage) => {
			if (message.type === 'stop') {
				// The thread can exit when the port and the server have been closed.
				void service.close().finally(() => port.close());
			} else {
				service.replaceToken(message.token);
				report({ type: 'followed' });
			}
		});
		report({ type: 'ready', url: service.url, token: service.token });
	} catch (error) {
		report({ type: 'failed', message: error instanceof Error ? error.message : String(error) });
		port.close();
	}
}
