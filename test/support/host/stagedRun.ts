import type { ExportEntry, ExportProgress } from '../../../src/core/export/model/entry';
import type { RunningExport, RunningExports, RunOrder } from '../../../src/services/runningExports';
import type { CallOptions } from '../../../src/shared/rpc';

export interface StagedRun {
	readonly run: RunningExport;
	readonly result: Promise<ExportEntry>;
	readonly signal: AbortSignal;
	advance(progress: ExportProgress): void;
	end(entry: ExportEntry): Promise<void>;
	fail(error: unknown): Promise<void>;
}

export function stageRun(running: RunningExports, order: RunOrder): Promise<StagedRun> {
	return new Promise((begun) => {
		const { run, result } = running.begin(
			order,
			({ signal, onProgress }) =>
				new Promise<ExportEntry>((resolve, reject) => {
					begun({ run, result, ...stage({ signal, onProgress }, resolve, reject, () => result) });
				}),
		);
	});
}

function stage(
	{ signal = new AbortController().signal, onProgress = () => undefined }: CallOptions<ExportProgress>,
	resolve: (entry: ExportEntry) => void,
	reject: (error: unknown) => void,
	result: () => Promise<unknown>,
): Omit<StagedRun, 'run' | 'result'> {
	signal.addEventListener('abort', () => reject(signal.reason), { once: true });
	const ended = async () => {
		await result().catch(() => undefined);
	};
	return {
		signal,
		advance: onProgress,
		end: (entry) => {
			resolve(entry);
			return ended();
		},
		fail: (error) => {
			reject(error);
			return ended();
		},
	};
}
