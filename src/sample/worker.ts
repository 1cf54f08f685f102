import type { MessagePort } from 'node:worker_threads';
import { readFaultSetting } from './faults/setting';
import type { SampleMessage, SampleReport, SampleWorkerData } from './messages';
import { type SampleService, startSampleService } from './service';

/** Runs a service behind the port of a worker thread until it is told to stop. */
export async function runInWorker(port: MessagePort, options: SampleWorkerData): Promise<void> {
	try {
		const service = await startSampleService({ nowMoves: true, ...options });
		port.on('message', (message: SampleMessage) => {
			if (message.type === 'stop') {
				// Without the port and the server nothing keeps the thread alive.
				void service.close().finally(() => port.close());
				return;
			}
			try {
				follow(service, message);
				port.postMessage({ type: 'followed' } satisfies SampleReport);
			} catch (error) {
				report(port, error);
			}
		});
		port.postMessage({ type: 'ready', url: service.url, token: service.token } satisfies SampleReport);
	} catch (error) {
		report(port, error);
		port.close();
	}
}

/** @throws FaultSettingError for a fault that does not exist, which changes nothing */
function follow(service: SampleService, message: Exclude<SampleMessage, { type: 'stop' }>): void {
	if (message.type === 'token') {
		service.replaceToken(message.token);
		return;
	}
	const settings = message.faults.map(readFaultSetting);
	service.faults.clear();
	service.faults.set(...settings);
}

function report(port: MessagePort, error: unknown): void {
	const message = error instanceof Error ? error.message : String(error);
	port.postMessage({ type: 'failed', message } satisfies SampleReport);
}
