import { Worker } from 'node:worker_threads';
import type * as vscode from 'vscode';
import type { Target } from '../core/service/serviceTarget';
import { stateKeys } from '../ids';
import type { SampleMessage, SampleReport, SampleWorkerData } from '../sample/workerMessages';

/** Record counts that the user can select for each large sample application. The first one is the default. */
export const sampleSizes = [10_000, 100_000, 1_000_000, 5_000_000] as const;

/** ID of the sample application whose records are opened first (*Shop for Android*). */
export const shownSampleApplication = '101';

interface SampleWorker {
	readonly worker: Worker;
	readonly baseUrl: string;
	token: string;
}

/** Embedded sample service. Its records are deterministic, so that exports can be repeated in other windows. */
export class SampleService implements vscode.Disposable {
	private starting: Promise<SampleWorker> | undefined;
	private sending: Promise<void> = Promise.resolve();

	constructor(
		private readonly script: string,
		private readonly state: vscode.Memento,
	) {}

	get size(): number {
		return this.state.get(stateKeys.sampleSize, sampleSizes[0]);
	}

	async resize(records: number): Promise<void> {
		if (records !== this.size) {
			await this.state.update(stateKeys.sampleSize, records);
			await this.stop();
		}
	}

	async target(): Promise<Target> {
		const { baseUrl, token } = await this.running();
		return { baseUrl, token, allowInsecure: false };
	}

	async replaceToken(token: string): Promise<void> {
		const running = await this.running();
		await this.send(running.worker, { type: 'token', token });
		running.token = token;
	}

	async stop(): Promise<void> {
		const { starting } = this;
		this.forget(starting);
		const running = await starting?.catch(() => undefined);
		await running?.worker.terminate();
	}

	dispose(): void {
		void this.stop();
	}

	private running(): Promise<SampleWorker> {
		if (!this.starting) {
			const starting = this.start(() => this.forget(starting));
			this.starting = starting;
		}
		return this.starting;
	}

	private forget(ended: Promise<SampleWorker> | undefined): void {
		if (this.starting === ended) {
			this.starting = undefined;
		}
	}

	private start(onExit: () => void): Promise<SampleWorker> {
		const workerData: SampleWorkerData = { records: this.size };
		const worker = new Worker(this.script, { name: 'app-errors-sample', workerData });
		return new Promise((resolve, reject) => {
			worker.once('message', (report: SampleReport) => {
				if (report.type === 'ready') {
					resolve({ worker, baseUrl: report.url, token: report.token });
				} else if (report.type === 'failed') {
					reject(new Error(report.message));
				}
			});
			worker.on('error', reject);
			worker.once('exit', (code) => {
				onExit();
				reject(new Error(`the sample service ended with code ${code}`));
			});
		});
	}

	/** Sends a message, and waits until it takes effect. The next message is sent after this one has been confirmed. */
	private send(worker: Worker, message: SampleMessage): Promise<void> {
		this.sending = this.sending.then(
			() =>
				new Promise((resolve) => {
					const done = () => {
						worker.off('message', done);
						worker.off('exit', done);
						resolve();
					};
					worker.on('message', done);
					worker.on('exit', done);
					worker.postMessage(message);
				}),
		);
		return this.sending;
	}
}
