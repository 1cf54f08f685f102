import * as vscode from 'vscode';
import { AppError, isProblem } from '../core/common/errors';
import type { KeptChange } from '../core/kept/model/changes';
import type { KeptPlan } from '../core/kept/model/keptSet';
import type { Format } from '../core/plan/plan';
import type { Zone } from '../core/plan/range';
import type { EngineClient } from '../engine/engineClient';
import type { DescribedKept, EngineApi, KeptEntry, KeptProgress, KnownSet } from '../engine/protocol';
import { DisposableStore } from '../shared/disposables';
import type { DaySpan } from '../shared/keptDays';
import type { RecordSessions } from '../shared/recordsApi';
import type { CopyOrSave } from '../shared/results';
import type { CallOptions } from '../shared/rpc';
import type { Settings } from '../vscode/settings';
import type { Account } from './accounts';
import { type ExportLibrary, lookAgainMs } from './exportLibrary';
import { readRecords } from './results/readRecords';

/** So often is an export of days begun that an update took parts away from. */
const maxAttempts = 3;

/** An update that this window carries out. The same object from its beginning to its end. */
export interface KeptUpdate {
	/** Of the set. */
	readonly folder: string;
	/** Undefined before the engine said anything. */
	readonly progress: KeptProgress | undefined;
	/** What has come stays. */
	readonly stop: () => void;
}

export interface UpdateOptions {
	readonly onProgress?: (progress: KeptProgress) => void;
	/**
	 * Nobody asked for it: nobody is asked for a token, a busy service ends it, and a set that is paused or was updated less
	 * than so many milliseconds ago stays as it is.
	 */
	readonly unlessWithinMs?: number | undefined;
	/** `yyyy-mm-dd`, to be asked about alone. */
	readonly days?: readonly string[] | undefined;
}

interface Update extends KeptUpdate {
	progress: KeptProgress | undefined;
	end: Promise<unknown>;
}

/** Sets of kept records, and the keeping of them. The folders on disk are the only record of them. */
export class KeptRecords implements vscode.Disposable {
	private readonly store = new DisposableStore();
	private readonly changed = this.store.add(new vscode.EventEmitter<void>());
	/** A set came, went or changed, or its update began or ended. */
	readonly onDidChange = this.changed.event;
	private readonly advanced = this.store.add(new vscode.EventEmitter<void>());
	/** An update got further, many times a second: what it says for itself is all that is new. */
	readonly onDidAdvance = this.advanced.event;
	private readonly updated = this.store.add(new vscode.EventEmitter<KeptEntry>());
	/** An update of this window came to its end. */
	readonly onDidUpdate = this.updated.event;

	private readonly updates = new Map<string, Update>();
	private nextLook: NodeJS.Timeout | undefined;

	constructor(
		private readonly engine: EngineClient,
		private readonly settings: Pick<Settings, 'additionalFields' | 'waitLimitMinutes'>,
		private readonly exports: Pick<ExportLibrary, 'root' | 'roots' | 'remember' | 'onDidChange' | 'goesWithContainer'>,
	) {
		this.store.add(exports.onDidChange(() => this.changed.fire()));
		this.store.add(new vscode.Disposable(() => clearTimeout(this.nextLook)));
	}

	async list({ service }: Pick<Account, 'service'>): Promise<readonly KeptEntry[]> {
		const entries = await this.engine.call('listKept', { library: this.exports.root, service });
		clearTimeout(this.nextLook);
		if (entries.some(({ runsElsewhere }) => runsElsewhere)) {
			this.nextLook = setTimeout(() => this.changed.fire(), lookAgainMs);
		}
		return entries;
	}

	/** The set that a manifest tells of; undefined for a file that is none of ours. */
	describe(path: string): Promise<DescribedKept | undefined> {
		return this.engine.call('describeKept', { libraries: this.exports.roots, path });
	}

	get goesWithContainer(): boolean {
		return this.exports.goesWithContainer;
	}

	/** Whether this window updates a set. */
	get isUpdating(): boolean {
		return this.updates.size > 0;
	}

	updateOf({ folder }: KeptEntry): KeptUpdate | undefined {
		return this.updates.get(folder);
	}

	async create({ service }: Account, plan: KeptPlan, zone: Zone): Promise<KeptEntry> {
		const library = this.exports.root;
		await this.exports.remember(library);
		const entry = await this.engine.call('createKept', { library, service, plan, zone });
		this.changed.fire();
		return entry;
	}

	/**
	 * Asks for what is missing and what is new, or about some days alone.
	 * @throws AppError `exportRunning` when it runs already, here or elsewhere, and what updates throw
	 */
	async update(
		account: Account,
		{ folder }: KeptEntry,
		zone: Zone,
		{ onProgress, unlessWithinMs, days }: UpdateOptions = {},
	): Promise<KeptEntry> {
		if (this.updates.has(folder)) {
			throw new AppError({ kind: 'exportRunning', where: 'here' });
		}
		const stop = new AbortController();
		const update: Update = {
			folder,
			progress: undefined,
			stop: () => stop.abort(new AppError({ kind: 'cancelled' })),
			end: Promise.resolve(),
		};
		const end = this.engine.call(
			'updateKept',
			{
				account: { accountId: account.id, service: account.service, interactive: unlessWithinMs === undefined },
				folder,
				libraries: this.exports.roots,
				zone,
				unlessWithinMs,
				days,
				additionalFields: this.settings.additionalFields,
				waitLimitMinutes: this.settings.waitLimitMinutes,
			},
			{
				signal: stop.signal,
				untilEnded: true,
				onProgress: (progress) => {
					update.progress = progress;
					onProgress?.(progress);
					this.advanced.fire();
				},
			},
		);
		update.end = end;
		this.updates.set(folder, update);
		this.changed.fire();
		try {
			const entry = await end;
			this.updated.fire(entry);
			return entry;
		} finally {
			this.updates.delete(folder);
			this.changed.fire();
		}
	}

	async pause({ folder }: KeptEntry, paused: boolean): Promise<void> {
		await this.engine.call('pauseKept', { libraries: this.exports.roots, folder, paused });
		this.changed.fire();
	}

	/** What would come of a change, for a person to agree to. */
	effectOf({ folder }: KeptEntry, change: KeptChange): Promise<EngineApi['effectOfChange']['result']> {
		return this.engine.call('effectOfChange', { libraries: this.exports.roots, folder, change });
	}

	async change({ folder }: KeptEntry, change: KeptChange): Promise<KeptEntry> {
		const entry = await this.engine.call('changeKept', { libraries: this.exports.roots, folder, change });
		this.changed.fire();
		return entry;
	}

	/**
	 * Writes the records of some days to a file, without asking anybody.
	 * @throws AppError `disk`, `cancelled`, or `unreadable`
	 */
	async exportDays(
		{ manifest }: Pick<KnownSet, 'manifest'>,
		{ days, format }: { readonly days: DaySpan | undefined; readonly format: Format | 'parquet' },
		path: string,
		options: CallOptions<RecordSessions['saveRecords']['progress']>,
	): Promise<RecordSessions['saveRecords']['result']> {
		const { signal } = options;
		for (let attempt = 1; ; attempt++) {
			const session = crypto.randomUUID();
			try {
				const file = { session, path: manifest, libraries: this.exports.roots, days };
				const { columns } = await readRecords(this.engine, file, signal ? { signal } : {});
				const what: CopyOrSave = {
					view: { filters: [], sort: [] },
					columns: columns.map((_, index) => index),
					format,
					spreadsheetSafe: false,
					header: true,
					tracesAsWritten: true,
				};
				return await this.engine.call('saveRecords', { session, what, path }, options);
			} catch (error) {
				// An update may take away a part in whose place it has put another.
				if (!isProblem(error, 'unreadable') || attempt === maxAttempts) {
					throw error;
				}
			} finally {
				await this.engine.call('closeRecords', { session }).catch(() => undefined);
			}
		}
	}

	async delete({ folder }: KeptEntry): Promise<void> {
		await this.engine.call('deleteKept', { libraries: this.exports.roots, folder });
		this.changed.fire();
	}

	/** Ends all updates of this window, and resolves when they have ended; what has come stays. */
	async stopAll(): Promise<void> {
		const ended = [...this.updates.values()].map(({ stop, end }) => {
			stop();
			return end;
		});
		await Promise.allSettled(ended);
	}

	dispose(): void {
		this.store.dispose();
	}
}
