import type { MessagePort } from 'node:worker_threads';
import { readFaultSetting } from './faults/setting';
import type { SampleMessage, SampleReport, SampleWorkerData } from './messages';
import { type SampleService, startSampleService } from './service';

/** Runs a service behind the port of a worker thread until it is told to stop. */
export async function runInWorker(port: MessagePort, options: SampleWorkerData): Promise<void> {
	try {
		const service = await startSampleService({ nowMoves: true, ...options });
		port.on('message', (message: SampleMessage) => {
			switch (message.type) {
				case 'faults':
					setFaults(port, service, message.faults);
					return;
				case 'token':
					service.replaceToken(message.token);
					return;
				case 'stop':
					// Without the port and the server nothing keeps the thread alive.
					void service.close().finally(() => port.close());
			}
		});
		port.postMessage({ type: 'ready', url: service.url, token: service.token } satisfies SampleReport);
	} catch (error) {
		report(port, error);
		port.close();
	}
}

/** A fault that does not exist changes nothing. */
function setFaults(port: MessagePort, service: SampleService, faults: readonly unknown[]): void {
	try {
		const settings = faults.map(readFaultSetting);
		service.faults.clear();
		service.faults.set(...settings);
	} catch (error) {
		report(port, error);
	}
}

function report(port: MessagePort, error: unknown): void {
	const message = error instanceof Error ? error.message : String(error);
	port.postMessage({ type: 'failed', message } satisfies SampleReport);
}
