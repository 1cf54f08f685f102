import { Worker } from 'node:worker_threads';
import type * as vscode from 'vscode';
import type { Target } from '../core/service/target';

/** A fault the sample service can be told to show; the names are those of `core/sample`. */
export interface SampleFault {
	readonly name: string;
	readonly value?: string | number;
	readonly times?: number;
}

/** Records per large application when nobody chose a number. */
export const usualSampleSize = 20_000;

interface Running {
	readonly worker: Worker;
	readonly target: Target;
}

/** The embedded sample service: started on first use in a worker of its own, gone with the window. */
export class SampleService implements vscode.Disposable {
	private starting: Promise<Running> | undefined;

	/** @param script The sample service's bundle. @param records Per large application; read at each start. */
	constructor(
		private readonly script: string,
		private readonly records: () => number,
	) {}

	/** Address and token of the running service; starts it if need be. */
	async target(): Promise<Target> {
		this.starting ??= this.start().catch((error) => {
			this.starting = undefined;
			throw error;
		});
		return (await this.starting).target;
	}

	async setFaults(faults: readonly SampleFault[]): Promise<void> {
		await this.target();
		(await this.starting)?.worker.postMessage({ type: 'faults', faults });
	}

	/** The next use starts it anew, with the number of records wanted then. */
	async stop(): Promise<void> {
		const running = this.starting;
		this.starting = undefined;
		await (await running?.catch(() => undefined))?.worker.terminate();
	}

	dispose(): void {
		void this.stop();
	}

	private start(): Promise<Running> {
		const worker = new Worker(this.script, { name: 'app-errors-sample', workerData: { records: this.records() } });
		return new Promise((resolve, reject) => {
			worker.once('message', ({ url, token }: { url: string; token: string }) =>
				resolve({ worker, target: { baseUrl: url, token, allowInsecure: false } }),
			);
			worker.once('error', reject);
			worker.once('exit', (code) => {
				this.starting = undefined;
				reject(new Error(`the sample service ended with code ${code}`));
			});
		});
	}
}
