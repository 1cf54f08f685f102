import { Worker } from 'node:worker_threads';
import type * as vscode from 'vscode';
import type { Target } from '../core/service/serviceTarget';
import { stateKeys } from '../ids';
import type { SampleMessage, SampleReport, SampleWorkerData } from '../sample/workerMessages';

/** Records per large application, the first one offered first. */
export const sampleSizes = [10_000, 100_000, 1_000_000, 5_000_000] as const;

interface Running {
	readonly worker: Worker;
	readonly baseUrl: string;
	token: string;
}

/**
 * The embedded sample service: started on first use in a worker of its own, gone with the window. The size is kept, and
 * its records are the same at each start, so that an export can be repeated in another window or another week.
 */
export class SampleService implements vscode.Disposable {
	private starting: Promise<Running> | undefined;
	private telling: Promise<void> = Promise.resolve();

	/** @param script The sample service's bundle. */
	constructor(
		private readonly script: string,
		private readonly state: vscode.Memento,
	) {}

	get size(): number {
		return this.state.get(stateKeys.sampleSize, sampleSizes[0]);
	}

	/** Another size starts the service anew. */
	async resize(records: number): Promise<void> {
		if (records !== this.size) {
			await this.state.update(stateKeys.sampleSize, records);
			await this.stop();
		}
	}

	/** Address and token of the running service; starts it if need be. */
	async target(): Promise<Target> {
		const { baseUrl, token } = await this.running();
		return { baseUrl, token, allowInsecure: false };
	}

	/** From now on only this token is accepted, whatever it is. */
	async replaceToken(token: string): Promise<void> {
		const running = await this.running();
		await this.tell(running.worker, { type: 'token', token });
		running.token = token;
	}

	/** The next use starts it anew. */
	async stop(): Promise<void> {
		const { starting } = this;
		this.forget(starting);
		const running = await starting?.catch(() => undefined);
		await running?.worker.terminate();
	}

	dispose(): void {
		void this.stop();
	}

	private running(): Promise<Running> {
		if (!this.starting) {
			const starting = this.start(() => this.forget(starting));
			this.starting = starting;
		}
		return this.starting;
	}

	private forget(ended: Promise<Running> | undefined): void {
		if (this.starting === ended) {
			this.starting = undefined;
		}
	}

	private start(onExit: () => void): Promise<Running> {
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

	/** Resolves when requests meet the change; one message at a time, since the reports name none. */
	private tell(worker: Worker, message: SampleMessage): Promise<void> {
		this.telling = this.telling.then(
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
		return this.telling;
	}
}
