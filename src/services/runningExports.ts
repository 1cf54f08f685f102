import * as vscode from 'vscode';
import { AppError } from '../core/errors';
import type { ExportProgress, LastAnswer } from '../core/export/entry';
import type { Plan } from '../core/export/plan';
import { stateKeys } from '../ids';
import type { CallOptions } from '../shared/rpc';
import { DisposableStore } from '../vscode/disposables';
import type { Account, AccountId } from './accounts';

export type RunPurpose = 'export' | 'resume' | 'verify';

/** What this window is carrying out. The same object from its beginning to its end. */
export interface RunningExport {
	readonly account: Account;
	readonly plan: Plan;
	readonly purpose: RunPurpose;
	/** Undefined before there is one. */
	readonly folder: string | undefined;
	/** Milliseconds of Unix time. */
	readonly startedAt: number;
	/** Undefined before the engine said anything. */
	readonly progress: ExportProgress | undefined;
	/** Since when the service has had the export in its queue, without a break. */
	readonly queuedSince: number | undefined;
	readonly lastAnswer: LastAnswer | undefined;
	/** What has arrived stays where it can be resumed. */
	readonly stop: () => void;
}

/** An export that a window was carrying out when it was closed or loaded anew. */
export interface LeftExport {
	readonly account: AccountId;
	readonly folder: string;
}

interface Run extends RunningExport {
	progress: ExportProgress | undefined;
	queuedSince: number | undefined;
	lastAnswer: LastAnswer | undefined;
	folder: string | undefined;
}

type Order = Pick<RunningExport, 'account' | 'plan' | 'purpose'> & { readonly folder?: string };

/** The exports that this window carries out, for all who show them; and those it left when it was closed. */
export class RunningExports implements vscode.Disposable {
	private readonly store = new DisposableStore();
	private readonly changed = this.store.add(new vscode.EventEmitter<RunningExport>());
	/** It came, went, or got further. */
	readonly onDidChange = this.changed.event;

	private readonly runs = new Set<Run>();
	private closing = false;

	constructor(private readonly state: vscode.Memento) {}

	/** In the order they were begun. */
	get all(): readonly RunningExport[] {
		return [...this.runs];
	}

	/** @returns at once, with what becomes of it. */
	begin<T>(
		order: Order,
		start: (options: CallOptions<ExportProgress>) => Promise<T>,
	): { readonly run: RunningExport; readonly result: Promise<T> } {
		const stop = new AbortController();
		const run: Run = {
			...order,
			folder: order.folder,
			startedAt: Date.now(),
			progress: undefined,
			queuedSince: undefined,
			lastAnswer: undefined,
			stop: () => stop.abort(new AppError({ kind: 'cancelled' })),
		};
		const options = {
			signal: stop.signal,
			onProgress: (progress: ExportProgress) => this.advance(run, progress),
		};
		return { run, result: this.follow(run, () => start(options)) };
	}

	/** Those of the window before this one; the second time none. */
	async takeLeft(): Promise<readonly LeftExport[]> {
		const left = this.left;
		if (left.length > 0) {
			await this.keepLeft();
		}
		return left;
	}

	/** Whether `takeLeft` would give any, without a promise. */
	get left(): readonly LeftExport[] {
		return this.runs.size > 0 ? [] : this.state.get<readonly LeftExport[]>(stateKeys.leftExports, []);
	}

	/** Stops all, and resolves when they have ended. */
	async stopAll(): Promise<void> {
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
			run.stop();
		}
		await ended;
	}

	dispose(): void {
		this.closing = true;
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
			this.changed.fire(run);
			// What ends because the window goes is to go on in the next one.
			if (!this.closing) {
				await this.keepLeft();
			}
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

	private async keepLeft(): Promise<void> {
		const left = [...this.runs].flatMap(({ account, folder, purpose }): LeftExport[] =>
			folder === undefined || purpose === 'verify' ? [] : [{ account: account.id, folder }],
		);
		await this.state.update(stateKeys.leftExports, left.length > 0 ? left : undefined);
	}
}
