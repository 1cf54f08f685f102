import * as vscode from 'vscode';
import { AppError } from '../core/common/errors';
import type { ExportProgress, LastAnswer } from '../core/export/model/entry';
import type { Plan } from '../core/plan/plan';
import type { Zone } from '../core/plan/range';
import type { SyncProgress } from '../engine/protocol';
import { stateKeys } from '../ids';
import { DisposableStore } from '../shared/disposables';
import type { CallOptions } from '../shared/rpc';
import type { Account, AccountId } from './accounts';

type RunPurpose = 'export' | 'resume' | 'verify';

export interface RunOrder {
	readonly account: Account;
	readonly plan: Plan;
	readonly purpose: RunPurpose;
	readonly folder?: string;
	/** Time zone of the application. Undefined means the local time zone. */
	readonly zone?: Zone | undefined;
}

/** An export that is running in this window. The same object is used from start to end. */
export interface RunningExport extends Omit<RunOrder, 'folder'> {
	readonly id: string;
	readonly folder: string | undefined;
	readonly startedAt: number;
	readonly progress: ExportProgress | undefined;
	/** Time when the service queued the export (Unix time in milliseconds). Undefined if it is not queued. */
	readonly queuedSince: number | undefined;
	readonly lastAnswer: LastAnswer | undefined;
	/** True if no message about saved data may be shown, because the window is closing or the data is being deleted. */
	readonly abandoned: boolean;
	readonly stop: () => void;
}

export interface LeftExport {
	readonly account: AccountId;
	readonly folder: string;
}

type Run = { -readonly [K in keyof RunningExport]: RunningExport[K] };

export class RunningExports implements vscode.Disposable {
	private readonly store = new DisposableStore();
	private readonly changed = this.store.add(new vscode.EventEmitter<RunningExport>());
	readonly onDidChange = this.changed.event;

	private readonly runs = new Set<Run>();
	private readonly leftBefore: Set<LeftExport>;
	private closing = false;

	constructor(
		private readonly state: vscode.Memento,
		private readonly log: Pick<vscode.LogOutputChannel, 'warn'>,
	) {
		this.leftBefore = new Set(state.get<readonly LeftExport[]>(stateKeys.leftExports, []));
	}

	get all(): readonly RunningExport[] {
		return [...this.runs];
	}

	/**
	 * Returns exports that were interrupted when the window was last closed. An export stays in the list until
	 * `settleLeft` is called for it.
	 */
	get left(): readonly LeftExport[] {
		return [...this.leftBefore];
	}

	async settleLeft(left: LeftExport): Promise<void> {
		this.leftBefore.delete(left);
		await this.retainLeft();
	}

	begin<T>(
		order: RunOrder,
		start: (options: CallOptions<ExportProgress>) => Promise<T>,
	): { readonly run: RunningExport; readonly result: Promise<T> } {
		const stop = new AbortController();
		const run: Run = {
			...order,
			id: crypto.randomUUID(),
			folder: order.folder,
			startedAt: Date.now(),
			progress: undefined,
			queuedSince: undefined,
			lastAnswer: undefined,
			abandoned: false,
			stop: () => stop.abort(new AppError({ kind: 'cancelled' })),
		};
		const options = {
			signal: stop.signal,
			onProgress: (progress: ExportProgress) => this.advance(run, progress),
		};
		return { run, result: this.follow(run, () => start(options)) };
	}

	async abandonAll(): Promise<void> {
		this.leftBefore.clear();
		const ended = new Promise<void>((resolve) => {
			const resolveIfIdle = () => {
				if (this.runs.size === 0) {
					listening.dispose();
					resolve();
				}
			};
			const listening = this.onDidChange(resolveIfIdle);
			resolveIfIdle();
		});
		for (const run of this.runs) {
			run.abandoned = true;
			run.stop();
		}
		await Promise.all([ended, this.retainLeft()]);
	}

	dispose(): void {
		this.closing = true;
		for (const run of this.runs) {
			run.abandoned = true;
		}
		this.store.dispose();
	}

	private async follow<T>(run: Run, start: () => Promise<T>): Promise<T> {
		this.runs.add(run);
		this.changed.fire(run);
		try {
			await this.retainLeft();
			return await start();
		} finally {
			this.runs.delete(run);
			// If the window is closing, the export stays in the stored list, so that the next window resumes it.
			if (!this.closing) {
				await this.retainLeft();
			}
			this.changed.fire(run);
		}
	}

	private advance(run: Run, progress: ExportProgress): void {
		if (progress.state === 'begun') {
			run.folder = progress.folder;
			void this.retainLeft();
			return;
		}
		run.progress = progress;
		run.lastAnswer = progress.overall?.lastAnswer ?? run.lastAnswer;
		run.queuedSince = progress.state === 'queued' ? (run.queuedSince ?? Date.now()) : undefined;
		this.changed.fire(run);
	}

	/** Stores the list of running exports. Never rejects. If saving fails, the exports are not resumed automatically. */
	private async retainLeft(): Promise<void> {
		const running = [...this.runs].flatMap(({ account, folder, purpose }): LeftExport[] =>
			folder === undefined || purpose === 'verify' ? [] : [{ account: account.id, folder }],
		);
		const before = this.left.filter(({ folder }) => running.every((run) => run.folder !== folder));
		const left = [...before, ...running];
		try {
			await this.state.update(stateKeys.leftExports, left.length > 0 ? left : undefined);
		} catch {
			this.log.warn('exports: the editor did not keep which of them run');
		}
	}
}

export interface SyncUpdate {
	readonly folder: string;
	readonly progress: SyncProgress | undefined;
	/** Stops the sync. Records that have already been received stay in the set. */
	readonly stop: () => void;
}
