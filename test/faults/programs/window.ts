import { join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import { AppError, isCancellation, type Problem } from '../../../src/core/common/errors';
import type { ExportProgress } from '../../../src/core/export/model/entry';
import { EngineClient } from '../../../src/engine/engineClient';
import type { EngineApi } from '../../../src/engine/protocol';
import { defaultNetwork } from '../../support/defaultNetwork';

/*
 * A window in a process of its own: a host with the engine in a worker, which does what it is told by messages. It asks
 * for the token with the first one, so that it is in no command line.
 */

export interface WindowStart {
	readonly baseUrl: string;
	readonly token: string;
}

export interface WindowOrder {
	readonly id: number;
	readonly method: keyof EngineApi | 'cancel' | 'crashEngine';
	/** Of the method; the ID of the order that is to be cancelled. */
	readonly params: unknown;
}

export type WindowReport =
	| { readonly id: number; readonly kind: 'progress'; readonly progress: ExportProgress }
	| { readonly id: number; readonly kind: 'done'; readonly result: unknown }
	| { readonly id: number; readonly kind: 'failed'; readonly problem: Failure };

/** `fault` is one of our own. */
export type Failure = Problem | { readonly kind: 'fault'; readonly text: string };

function open({ baseUrl, token }: WindowStart): void {
	const engine = new EngineClient(
		join(__dirname, 'engine.js'),
		{
			credentials: async () => ({ baseUrl, token, allowInsecure: false }),
			deviceKey: async () => ({ secret: 'key' }),
			databaseAccess: () => Promise.reject(new Error('no database')),
			network: async () => defaultNetwork,
			ready: () => undefined,
			locateFrames: () => [],
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
			// As little of it is heard in the thread as when it runs out of memory.
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
				// As the product does.
				untilEnded: true,
				onProgress: onProgress as never,
			});
			tell({ id, kind: 'done', result });
		} catch (error) {
			tell({ id, kind: 'failed', problem: problemOf(error) });
		}
	});
	process.once('disconnect', () => void engine.dispose());
}

function problemOf(error: unknown): Failure {
	if (error instanceof AppError) {
		return error.problem;
	}
	return isCancellation(error) ? { kind: 'cancelled' } : { kind: 'fault', text: String(error) };
}

function tell(report: WindowReport): void {
	process.send?.(report);
}

process.once('message', open);
