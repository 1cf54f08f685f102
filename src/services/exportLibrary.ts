import * as vscode from 'vscode';
import type { LibrarySize } from '../core/export/library/clearLibrary';
import type { ExportListing } from '../core/export/library/library';
import type { RemovedExports, RetentionPolicy } from '../core/export/library/retention';
import type { ExportEntry, ExportProgress } from '../core/export/model/entry';
import { getRealPath } from '../core/files/realPaths';
import type { Plan } from '../core/plan/plan';
import { utc, type Zone } from '../core/plan/range';
import type { SetsSize } from '../core/sync/store/setLibrary';
import type { EngineClient } from '../engine/engineClient';
import type { PastExportOrder } from '../engine/protocol';
import { stateKeys } from '../ids';
import type { RecordsFacts } from '../shared/comparison';
import { DisposableOwner } from '../shared/disposables';
import type { CallOptions } from '../shared/rpc';
import type { Settings } from '../vscode/settings';
import type { Account } from './accounts';
import type { Applications } from './applications';

/** Interval in milliseconds between checks for changes to exports that are running in another window. */
export const refreshMs = 5000;

/** Types of remote environments whose disk is deleted when the environment is rebuilt or removed. */
const containers: ReadonlySet<string> = new Set(['dev-container', 'attached-container', 'codespaces']);

export interface PlannedExport {
	readonly account: Account;
	readonly plan: Plan;
	readonly zone: Zone;
}

interface PastExport {
	readonly account: Account;
	readonly entry: ExportEntry;
	/** Whether the user may be prompted to replace a rejected token. */
	readonly interactive: boolean;
}

export interface MeasuredLibrary extends Omit<LibrarySize, 'isThere'> {
	readonly library: string;
	readonly synced: SetsSize;
	/** Whether the folder is missing although it contained exports before. */
	readonly isAway: boolean;
}

export class ExportLibrary extends DisposableOwner {
	private readonly changed = this.owned.add(new vscode.EventEmitter<void>());
	/**
	 * Fires when exports may have changed. Other windows' exports are polled, because watching network drives is
	 * unreliable.
	 */
	readonly onDidChange = this.changed.event;
	private readonly finished = this.owned.add(new vscode.EventEmitter<ExportEntry>());
	readonly onDidFinish = this.finished.event;

	private refreshTimer: NodeJS.Timeout | undefined;
	/** Whether another process may have changed exports since they were listed. */
	private isStale = false;

	constructor(
		private readonly engine: EngineClient,
		private readonly settings: Settings,
		private readonly storage: vscode.Uri,
		private readonly state: vscode.Memento,
	) {
		super();
		this.owned.add(settings.onDidChange('appErrors.exports.folder', () => this.changed.fire()));
		this.owned.add(
			vscode.window.onDidChangeWindowState(({ focused }) => {
				if (focused) {
					this.isStale = true;
					this.changed.fire();
				}
			}),
		);
		this.owned.add(new vscode.Disposable(() => clearTimeout(this.refreshTimer)));
	}

	get root(): string {
		return this.settings.exportFolder || this.ownRoot;
	}

	/** Returns true if the library is inside a development container and will be deleted with the container. */
	get goesWithContainer(): boolean {
		return this.root === this.ownRoot && containers.has(vscode.env.remoteName ?? '');
	}

	/** Returns the root folders of all libraries, including libraries from before the setting was changed. */
	get roots(): readonly string[] {
		return [...new Set([this.root, this.ownRoot, ...this.used])];
	}

	describe(path: string): Promise<ExportEntry | undefined> {
		return this.engine.call('describeExport', { libraries: this.roots, path });
	}

	facts(path: string): Promise<RecordsFacts | undefined> {
		return this.engine.call('recordsFacts', { libraries: this.roots, path });
	}

	/**
	 * @param rescan Whether to read complete exports again. By default, true if the window has regained the focus since
	 * the last call
	 */
	async list({ service }: Pick<Account, 'service'>, rescan = this.isStale): Promise<ExportListing> {
		this.isStale = false;
		const listing = await this.engine.call('listExports', { library: this.root, service, rescan });
		if (listing.entries.length > 0 || listing.unreadable > 0) {
			// Stores the current folder, so that its exports are still listed after the setting has been changed.
			await this.remember(this.root);
		}
		clearTimeout(this.refreshTimer);
		if (listing.entries.some(({ runsElsewhere }) => runsElsewhere)) {
			this.refreshTimer = setTimeout(() => this.changed.fire(), refreshMs);
		}
		return listing;
	}

	/** Returns the configured time zone, else the application's time zone, else `otherwise`. Sends no request. */
	async zoneFor(
		applicationId: string,
		applications: Pick<Applications, 'nodes'>,
		otherwise: Zone = utc,
	): Promise<Zone> {
		const node = (await applications.nodes()).find(({ application }) => application.id === applicationId);
		return this.settings.timeZone ?? node?.application.zone ?? otherwise;
	}

	async run({ account, plan, zone }: PlannedExport, options: CallOptions<ExportProgress>): Promise<ExportEntry> {
		const library = this.root;
		await this.remember(library);
		return this.carryOut(options, (options) =>
			this.engine.call(
				'runExport',
				{
					account: { accountId: account.id, service: account.service, interactive: true },
					plan,
					zone,
					additionalFields: this.settings.additionalFields,
					library,
					waitLimitMinutes: this.settings.waitLimitMinutes,
				},
				options,
			),
		);
	}

	resume(past: PastExport, options: CallOptions<ExportProgress>): Promise<ExportEntry> {
		return this.carryOut(options, (options) => this.engine.call('resumeExport', this.getOrder(past), options));
	}

	/** Requests the records of an export again in chunks, to check whether the export was truncated. */
	verify(past: PastExport, options: CallOptions<ExportProgress>): Promise<ExportEntry> {
		return this.carryOut(options, (options) => this.engine.call('verifyExport', this.getOrder(past), options));
	}

	/**
	 * Names an export.
	 * @param name New name. An empty string removes the current name
	 */
	async name({ folder }: ExportEntry, name: string): Promise<void> {
		await this.engine.call('nameExport', { libraries: this.roots, folder, name });
		this.changed.fire();
	}

	async delete(entry: ExportEntry): Promise<void> {
		await this.engine.call('deleteExport', { libraries: this.roots, folder: entry.folder });
		this.changed.fire();
	}

	async measure(): Promise<readonly MeasuredLibrary[]> {
		return Promise.all(
			(await this.distinctRoots()).map(async (library) => {
				const { isThere, ...size } = await this.engine.call('measureLibrary', { library });
				const synced = await this.engine.call('measureSyncedSets', { library });
				return { library, ...size, synced, isAway: !isThere && this.used.includes(library) };
			}),
		);
	}

	/**
	 * Deletes the exports and synced records in all libraries, but no other files.
	 * @throws AppError for the first library that could not be cleared, after clearing all other libraries
	 */
	async clear(): Promise<void> {
		const failures: unknown[] = [];
		for (const library of await this.distinctRoots()) {
			await this.engine.call('clearSyncedSets', { library }).catch((error) => failures.push(error));
			await this.engine.call('clearLibrary', { library }).catch((error) => failures.push(error));
		}
		this.changed.fire();
		if (failures.length > 0) {
			throw failures[0];
		}
	}

	async removeOld(policy: RetentionPolicy): Promise<RemovedExports> {
		const removed = await this.engine.call('removeOldExports', { library: this.root, policy });
		if (removed.count > 0) {
			this.changed.fire();
		}
		return removed;
	}

	markOpen(folders: readonly string[]): Promise<void> {
		return this.engine.call('markOpen', { folders });
	}

	seenValues(account: Account, applicationId: string, field: string): Promise<readonly string[]> {
		return this.engine.call('seenValues', { library: this.root, service: account.service, applicationId, field });
	}

	/** Returns root folders without duplicates. Because of links and letter case, a folder can have several paths. */
	private async distinctRoots(): Promise<readonly string[]> {
		const paths = await Promise.all(this.roots.map(getRealPath));
		return this.roots.filter((_, index) => paths.indexOf(paths[index] ?? '') === index);
	}

	private get used(): readonly string[] {
		return this.state.get<readonly string[]>(stateKeys.exportFolders, []);
	}

	async remember(library: string): Promise<void> {
		if (library !== this.ownRoot && !this.used.includes(library)) {
			await this.state.update(stateKeys.exportFolders, [...this.used, library]);
		}
	}

	private getOrder({ account, entry, interactive }: PastExport): PastExportOrder {
		return {
			account: { accountId: account.id, service: account.service, interactive },
			folder: entry.folder,
			additionalFields: this.settings.additionalFields,
			libraries: this.roots,
			waitLimitMinutes: this.settings.waitLimitMinutes,
		};
	}

	private get ownRoot(): string {
		return vscode.Uri.joinPath(this.storage, 'exports').fsPath;
	}

	private async carryOut(
		options: CallOptions<ExportProgress>,
		start: (options: CallOptions<ExportProgress>) => Promise<ExportEntry>,
	): Promise<ExportEntry> {
		try {
			const entry = await start({ ...options, untilEnded: true });
			this.finished.fire(entry);
			return entry;
		} finally {
			// Listeners are also notified after a failure, because a failed export may have saved data.
			this.changed.fire();
		}
	}
}
