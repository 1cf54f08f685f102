import type { MessagePort } from 'node:worker_threads';
import { startSampleService } from './service';
import type { SampleMessage, SampleReport, SampleWorkerData } from './workerMessages';

export async function runInWorker(port: MessagePort, options: SampleWorkerData): Promise<void> {
	const report = (what: SampleReport) => port.postMessage(what);
	try {
		const service = await startSampleService({ nowMoves: true, ...options });
		port.on('message', (message: SampleMessage) => {
			if (message.type === 'stop') {
				// The thread can exit when the port and the server are closed.
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
