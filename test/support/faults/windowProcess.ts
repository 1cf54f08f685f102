import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { buildSync } from 'esbuild';
import { AppError } from '../../../src/core/common/errors';
import type { ExportProgress } from '../../../src/core/export/model/entry';
import type { EngineApi } from '../../../src/engine/protocol';
import type { CallOptions } from '../../../src/shared/rpc';
import type { WindowOrder, WindowReport, WindowStart } from '../../faults/programs/window';
import { keep } from './run';

interface Pending {
	readonly settle: (report: Exclude<WindowReport, { kind: 'progress' }>) => void;
	readonly onProgress: ((progress: ExportProgress) => void) | undefined;
}

export function buildWindow(programs: string): void {
	buildSync({
		entryPoints: ['window', 'engine'].map((name) => resolve('test', 'faults', 'programs', `${name}.ts`)),
		outdir: programs,
		bundle: true,
		platform: 'node',
		format: 'cjs',
		logLevel: 'warning',
	});
}

export class WindowProcess implements AsyncDisposable {
	private readonly pending = new Map<number, Pending>();
	private nextId = 1;
	private readonly exited: Promise<unknown>;

	private constructor(private readonly child: ChildProcess) {
		this.exited = once(child, 'exit');
		child.on('message', (report: WindowReport) => {
			const pending = this.pending.get(report.id);
			if (report.kind === 'progress') {
				pending?.onProgress?.(report.progress);
			} else {
				this.pending.delete(report.id);
				pending?.settle(report);
			}
		});
		for (const output of [child.stdout, child.stderr]) {
			void (output && text(output).then((written) => keep('log.txt', written)));
		}
	}

	static open(
		programs: string,
		start: WindowStart,
		user?: { readonly uid: number; readonly gid: number },
	): WindowProcess {
		const child = fork(join(programs, 'window.js'), { stdio: ['ignore', 'pipe', 'pipe', 'ipc'], ...user });
		child.send(start);
		return new WindowProcess(child);
	}

	call<K extends keyof EngineApi>(
		method: K,
		params: EngineApi[K]['params'],
		{ signal, onProgress }: CallOptions<ExportProgress> = {},
	): Promise<EngineApi[K]['result']> {
		const { id, done } = this.ask(method, params, onProgress);
		signal?.addEventListener('abort', () => this.send({ id: 0, method: 'cancel', params: id }), { once: true });
		return done as Promise<EngineApi[K]['result']>;
	}

	async crashEngine(): Promise<void> {
		await this.ask('crashEngine', undefined).done;
	}

	private ask(
		method: WindowOrder['method'],
		params: unknown,
		onProgress?: (progress: ExportProgress) => void,
	): { readonly id: number; readonly done: Promise<unknown> } {
		const id = this.nextId++;
		const done = new Promise((resolve, reject) => {
			this.pending.set(id, {
				onProgress,
				settle: (report) => {
					if (report.kind === 'done') {
						resolve(report.result);
					} else {
						keep('problems.txt', JSON.stringify(report.problem));
						reject(report.problem.kind === 'fault' ? new Error(report.problem.text) : new AppError(report.problem));
					}
				},
			});
		});
		this.send({ id, method, params });
		return { id, done };
	}

	/** Suspends the process until it is resumed, like a computer that goes to sleep. */
	standStill(): void {
		this.child.kill('SIGSTOP');
	}

	wake(): void {
		this.child.kill('SIGCONT');
	}

	async kill(): Promise<void> {
		this.child.kill('SIGKILL');
		await this.exited;
	}

	async [Symbol.asyncDispose](): Promise<void> {
		this.wake();
		if (this.child.connected) {
			this.child.disconnect();
		}
		await this.exited;
	}

	private send(order: WindowOrder): void {
		this.child.send(order);
	}
}
