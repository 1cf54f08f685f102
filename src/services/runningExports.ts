import * as vscode from 'vscode';
import { AppError } from '../core/common/errors';
import type { ExportProgress, LastAnswer } from '../core/export/model/entry';
import type { Plan } from '../core/plan/plan';
import { stateKeys } from '../ids';
import { DisposableStore } from '../shared/disposables';
import type { CallOptions } from '../shared/rpc';
import type { Account, AccountId } from './accounts';

type RunPurpose = 'export' | 'resume' | 'verify';

/** What is to be carried out. */
export interface RunOrder {
	readonly account: Account;
	readonly plan: Plan;
	readonly purpose: RunPurpose;
	/** Of a past export. */
	readonly folder?: string;
}

/** What this window is carrying out. The same object from its beginning to its end. */
export interface RunningExport extends Omit<RunOrder, 'folder'> {
	/** Unlike that of any other. */
	readonly id: string;
	/** Undefined before there is one. */
	readonly folder: string | undefined;
	/** Milliseconds of Unix time. */
	readonly startedAt: number;
	/** Undefined before the engine said anything. */
	readonly progress: ExportProgress | undefined;
	/** Since when the service has had the export in its queue, without a break. Milliseconds of Unix time. */
	readonly queuedSince: number | undefined;
	readonly lastAnswer: LastAnswer | undefined;
	/** It ends because the window closes or all data is cleared: show no message about what is left of it. */
	readonly abandoned: boolean;
	/** What has arrived stays where it can be resumed. */
	readonly stop: () => void;
}

/** An export that a window was carrying out when it was closed or loaded anew. */
export interface LeftExport {
	readonly account: AccountId;
	readonly folder: string;
}

type Run = { -readonly [K in keyof RunningExport]: RunningExport[K] };

/** The exports that this window carries out, for all who show them; and those that the window before it left. */
export class RunningExports implements vscode.Disposable {
	private readonly store = new DisposableStore();
	private readonly changed = this.store.add(new vscode.EventEmitter<RunningExport>());
	/** It came, went, or got further. */
	readonly onDidChange = this.changed.event;

	private readonly runs = new Set<Run>();
	private readonly leftBefore: Set<LeftExport>;
	private closing = false;

	/** @param state Outlives the window, and is of the window alone. */
	constructor(
		private readonly state: vscode.Memento,
		private readonly log: Pick<vscode.LogOutputChannel, 'warn'>,
	) {
		this.leftBefore = new Set(state.get<readonly LeftExport[]>(stateKeys.leftExports, []));
	}

	/** In the order they were begun. */
	get all(): readonly RunningExport[] {
		return [...this.runs];
	}

	/** What the window before this one was carrying out and `settleLeft` was not called for. */
	get left(): readonly LeftExport[] {
		return [...this.leftBefore];
	}

	/** It goes on in this window, or cannot any more: later windows need not know of it. */
	async settleLeft(left: LeftExport): Promise<void> {
		this.leftBefore.delete(left);
		await this.keepLeft();
	}

	/** @returns at once, with what becomes of it. */
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

	/** Ends all and forgets those that were left; resolves when they have ended. */
	async abandonAll(): Promise<void> {
		this.leftBefore.clear();
		const ended = new Promise<void>((resolve) => {
			const look = () => {
				if (this.runs.size === 0) {
					listening.dispose();
					resolve();
				}
			};
			const listening = this.onDidChange(look);
			look();
		});
		for (const run of this.runs) {
			run.abandoned = true;
			run.stop();
		}
		await Promise.all([ended, this.keepLeft()]);
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
			await this.keepLeft();
			return await start();
		} finally {
			this.runs.delete(run);
			// What ends because the window goes is to go on in the next one.
			if (!this.closing) {
				await this.keepLeft();
			}
			this.changed.fire(run);
		}
	}

	private advance(run: Run, progress: ExportProgress): void {
		if (progress.state === 'begun') {
			run.folder = progress.folder;
			void this.keepLeft();
			return;
		}
		run.progress = progress;
		run.lastAnswer = progress.overall?.lastAnswer ?? run.lastAnswer;
		run.queuedSince = progress.state === 'queued' ? (run.queuedSince ?? Date.now()) : undefined;
		this.changed.fire(run);
	}

	/** Never rejects: an export is not worth less because it cannot be gone on with by itself. */
	private async keepLeft(): Promise<void> {
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
