import * as vscode from 'vscode';
import { AppError, isProblem } from '../core/common/errors';
import type { Format } from '../core/plan/plan';
import type { Zone } from '../core/plan/range';
import type { SyncChange } from '../core/sync/model/changes';
import type { SyncPlan } from '../core/sync/model/syncedSet';
import type { EngineClient } from '../engine/engineClient';
import type { DescribedSyncedSet, EngineApi, KnownSet, SyncedSetEntry, SyncProgress } from '../engine/protocol';
import { readRecords } from '../engine/readRecords';
import { DisposableOwner } from '../shared/disposables';
import type { RecordSessions } from '../shared/recordsApi';
import type { CopyOrSave } from '../shared/results';
import type { CallOptions } from '../shared/rpc';
import type { DaySpan } from '../shared/syncedDays';
import type { Settings } from '../vscode/settings';
import type { Account } from './accounts';
import { type ExportLibrary, refreshMs } from './exportLibrary';
import type { SyncUpdate } from './runningExports';

/** Maximum number of attempts to export days. An attempt fails if a sync replaces partitions in the meantime. */
const maxAttempts = 3;

export interface UpdateOptions {
	readonly onProgress?: (progress: SyncProgress) => void;
	/** For automatic syncs only: skips a set that is paused, or whose last sync was less than this time ago. */
	readonly unlessWithinMs?: number | undefined;
	/** Days to request, as `yyyy-mm-dd`. If undefined, all days that are due are requested. */
	readonly days?: readonly string[] | undefined;
}

interface Update extends SyncUpdate {
	progress: SyncProgress | undefined;
	end: Promise<unknown>;
}

export class SyncedRecords extends DisposableOwner {
	private readonly changed = this.owned.add(new vscode.EventEmitter<void>());
	readonly onDidChange = this.changed.event;
	private readonly advanced = this.owned.add(new vscode.EventEmitter<void>());
	readonly onDidAdvance = this.advanced.event;
	private readonly updated = this.owned.add(new vscode.EventEmitter<SyncedSetEntry>());
	readonly onDidUpdate = this.updated.event;

	private readonly updates = new Map<string, Update>();
	private refreshTimer: NodeJS.Timeout | undefined;

	constructor(
		private readonly engine: EngineClient,
		private readonly settings: Pick<Settings, 'additionalFields' | 'waitLimitMinutes'>,
		private readonly exports: Pick<ExportLibrary, 'root' | 'roots' | 'remember' | 'onDidChange' | 'goesWithContainer'>,
	) {
		super();
		this.owned.add(exports.onDidChange(() => this.changed.fire()));
		this.owned.add(new vscode.Disposable(() => clearTimeout(this.refreshTimer)));
	}

	async list({ service }: Pick<Account, 'service'>): Promise<readonly SyncedSetEntry[]> {
		const entries = await this.engine.call('listSyncedSets', { library: this.exports.root, service });
		clearTimeout(this.refreshTimer);
		if (entries.some(({ runsElsewhere }) => runsElsewhere)) {
			this.refreshTimer = setTimeout(() => this.changed.fire(), refreshMs);
		}
		return entries;
	}

	describe(path: string): Promise<DescribedSyncedSet | undefined> {
		return this.engine.call('describeSyncedSet', { libraries: this.exports.roots, path });
	}

	get goesWithContainer(): boolean {
		return this.exports.goesWithContainer;
	}

	get isUpdating(): boolean {
		return this.updates.size > 0;
	}

	updateOf({ folder }: SyncedSetEntry): SyncUpdate | undefined {
		return this.updates.get(folder);
	}

	async create({ service }: Account, plan: SyncPlan, zone: Zone): Promise<SyncedSetEntry> {
		const library = this.exports.root;
		await this.exports.remember(library);
		const entry = await this.engine.call('createSyncedSet', { library, service, plan, zone });
		this.changed.fire();
		return entry;
	}

	/**
	 * Syncs missing and new records, or only the records of the given days.
	 * @throws AppError `exportRunning` if the set is being synced in any window, or an error that ends the sync
	 */
	async update(
		account: Account,
		{ folder }: SyncedSetEntry,
		zone: Zone,
		{ onProgress, unlessWithinMs, days }: UpdateOptions = {},
	): Promise<SyncedSetEntry> {
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
			'updateSyncedSet',
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

	async pause({ folder }: SyncedSetEntry, paused: boolean): Promise<void> {
		await this.engine.call('pauseSyncedSet', { libraries: this.exports.roots, folder, paused });
		this.changed.fire();
	}

	getEffect({ folder }: SyncedSetEntry, change: SyncChange): Promise<EngineApi['effectOfChange']['result']> {
		return this.engine.call('effectOfChange', { libraries: this.exports.roots, folder, change });
	}

	async change({ folder }: SyncedSetEntry, change: SyncChange): Promise<SyncedSetEntry> {
		const entry = await this.engine.call('changeSyncedSet', { libraries: this.exports.roots, folder, change });
		this.changed.fire();
		return entry;
	}

	/**
	 * Exports the records of synced days to a file.
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
				// Another attempt is made if a partition is unreadable, because a sync may have replaced and deleted it.
				if (!isProblem(error, 'unreadable') || attempt === maxAttempts) {
					throw error;
				}
			} finally {
				await this.engine.call('closeRecords', { session }).catch(() => undefined);
			}
		}
	}

	async delete({ folder }: SyncedSetEntry): Promise<void> {
		await this.engine.call('deleteSyncedSet', { libraries: this.exports.roots, folder });
		this.changed.fire();
	}

	async stopAll(): Promise<void> {
		const ended = [...this.updates.values()].map(({ stop, end }) => {
			stop();
			return end;
		});
		await Promise.allSettled(ended);
	}
}
