import { join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import { AppError, isCancellation, type Problem } from '../../../src/core/common/errors';
import type { ExportProgress } from '../../../src/core/export/model/entry';
import { EngineClient, engineIn } from '../../../src/engine/engineClient';
import type { EngineApi } from '../../../src/engine/protocol';
import { defaultNetwork } from '../../support/defaultNetwork';

/* VS Code window in a separate process. The first message contains the token, which no command line may contain. */

export interface WindowStart {
	readonly baseUrl: string;
	readonly token: string;
}

export interface WindowOrder {
	readonly id: number;
	readonly method: keyof EngineApi | 'cancel' | 'crashEngine';
	readonly params: unknown;
}

export type WindowReport =
	| { readonly id: number; readonly kind: 'progress'; readonly progress: ExportProgress }
	| { readonly id: number; readonly kind: 'done'; readonly result: unknown }
	| { readonly id: number; readonly kind: 'failed'; readonly problem: Failure };

/** Failures other than `Problem` are bugs in the extension and have the kind `fault`. */
export type Failure = Problem | { readonly kind: 'fault'; readonly text: string };

function open({ baseUrl, token }: WindowStart): void {
	const engine = new EngineClient(
		engineIn(join(__dirname, 'engine.js')),
		{
			credentials: async () => ({ baseUrl, token, allowInsecure: false }),
			deviceKey: async () => ({ secret: 'key' }),
			databaseAccess: () => Promise.reject(new Error('no database')),
			network: async () => defaultNetwork,
			ready: () => undefined,
			locateFrames: () => [],
			findSource: () => ({ kind: 'noWorkspace' }),
			findMappings: () => [],
			log: async ({ message }) => console.error(message),
		},
		(error) => console.error(error),
	);
	let thread: Worker | undefined;
	process.on('worker', (started) => {
		thread = started;
	});
	const running = new Map<number, AbortController>();
	process.on('message', async ({ id, method, params }: WindowOrder) => {
		if (method === 'cancel') {
			running.get(Number(params))?.abort();
			return;
		}
		if (method === 'crashEngine') {
			// Terminates the thread as if it had run out of memory.
			await thread?.terminate();
			tell({ id, kind: 'done', result: undefined });
			return;
		}
		const stop = new AbortController();
		running.set(id, stop);
		try {
			const onProgress = (progress: ExportProgress) => tell({ id, kind: 'progress', progress });
			const result = await engine.call(method, params as never, {
				signal: stop.signal,
				untilEnded: true,
				onProgress: onProgress as never,
			});
			tell({ id, kind: 'done', result });
		} catch (error) {
			tell({ id, kind: 'failed', problem: getProblem(error) });
		}
	});
	process.once('disconnect', () => void engine.dispose());
}

function getProblem(error: unknown): Failure {
	if (error instanceof AppError) {
		return error.problem;
	}
	return isCancellation(error) ? { kind: 'cancelled' } : { kind: 'fault', text: String(error) };
}

function tell(report: WindowReport): void {
	process.send?.(report);
}

process.once('message', open);
