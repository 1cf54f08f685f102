import * as vscode from 'vscode';
import type { LibrarySize } from '../core/export/library/clearLibrary';
import type { ExportListing } from '../core/export/library/library';
import type { RemovedExports, RetentionPolicy } from '../core/export/library/retention';
import type { ExportEntry, ExportProgress } from '../core/export/model/entry';
import { realPathOf } from '../core/files/realPaths';
import type { SetsSize } from '../core/kept/store/setLibrary';
import type { Plan } from '../core/plan/plan';
import { utc, type Zone } from '../core/plan/range';
import type { EngineClient } from '../engine/engineClient';
import type { PastExportOrder } from '../engine/protocol';
import { stateKeys } from '../ids';
import type { RecordsFacts } from '../shared/comparison';
import { DisposableStore } from '../shared/disposables';
import type { CallOptions } from '../shared/rpc';
import type { Settings } from '../vscode/settings';
import type { Account } from './accounts';
import type { Applications } from './applications';

/** Between two looks at what another window carries out (milliseconds). */
export const lookAgainMs = 5000;

/** Names of remotes whose disk is thrown away when they are rebuilt or deleted. */
const containers: ReadonlySet<string> = new Set(['dev-container', 'attached-container', 'codespaces']);

/** A plan with the account that asks and the clock its relative range is read on. */
export interface PlannedExport {
	readonly account: Account;
	readonly plan: Plan;
	readonly zone: Zone;
}

/** An export of the library with the account that asks; one of the service the export is from. */
interface PastExport {
	readonly account: Account;
	readonly entry: ExportEntry;
	/** Whether a person waits, so that a refused token may be asked for in place. */
	readonly interactive: boolean;
}

/** What is in one of the libraries. */
export interface MeasuredLibrary extends Omit<LibrarySize, 'isThere'> {
	/** Its root. */
	readonly library: string;
	readonly kept: SetsSize;
	/** Exports were put there, and there is no such folder now. */
	readonly isAway: boolean;
}

/** Past exports, and the making of new ones. The folders on disk are the only record of them. */
export class ExportLibrary implements vscode.Disposable {
	private readonly store = new DisposableStore();
	private readonly changed = this.store.add(new vscode.EventEmitter<void>());
	/**
	 * An export was finished or deleted by this window, or may have been by another, or the library moved. What other
	 * windows do is looked for when this one gets the focus, and every few seconds while one of them was seen to run an
	 * export: a watcher would tell of every piece that is written, and of nothing on many network drives.
	 */
	readonly onDidChange = this.changed.event;
	private readonly finished = this.store.add(new vscode.EventEmitter<ExportEntry>());
	/** This window carried out an export. */
	readonly onDidFinish = this.finished.event;

	private nextLook: NodeJS.Timeout | undefined;

	constructor(
		private readonly engine: EngineClient,
		private readonly settings: Settings,
		private readonly storage: vscode.Uri,
		private readonly state: vscode.Memento,
	) {
		this.store.add(settings.onDidChange('appErrors.exportFolder', () => this.changed.fire()));
		this.store.add(
			vscode.window.onDidChangeWindowState(({ focused }) => {
				if (focused) {
					this.changed.fire();
				}
			}),
		);
		this.store.add(new vscode.Disposable(() => clearTimeout(this.nextLook)));
	}

	/** Where exports are kept: the folder of the settings, else the extension's own storage. */
	get root(): string {
		return this.settings.exportFolder || this.ownRoot;
	}

	/** Whether what is kept is in a container that is made anew now and then, and goes with it. A chosen folder may be outside. */
	get goesWithContainer(): boolean {
		return this.root === this.ownRoot && containers.has(vscode.env.remoteName ?? '');
	}

	/** Every library there may be: exports stay where they are when the setting changes. */
	get roots(): readonly string[] {
		return [...new Set([this.root, this.ownRoot, ...this.used])];
	}

	/** The export whose records a file holds; undefined for a file that is none of ours. */
	describe(path: string): Promise<ExportEntry | undefined> {
		return this.engine.call('describeExport', { libraries: this.roots, path });
	}

	/** How the records of a file were asked for; undefined for one that is none of ours. */
	facts(path: string): Promise<RecordsFacts | undefined> {
		return this.engine.call('recordsFacts', { libraries: this.roots, path });
	}

	async list(account: Pick<Account, 'service'>): Promise<ExportListing> {
		const listing = await this.engine.call('listExports', { library: this.root, service: account.service });
		if (listing.entries.length > 0 || listing.unreadable > 0) {
			// An earlier version may have put them there.
			await this.remember(this.root);
		}
		clearTimeout(this.nextLook);
		if (listing.entries.some(({ runsElsewhere }) => runsElsewhere)) {
			this.nextLook = setTimeout(() => this.changed.fire(), lookAgainMs);
		}
		return listing;
	}

	/**
	 * The clock on which an application's dates are read: the setting's, else the application's own.
	 * @param otherwise Where neither is known: nothing is asked of the service for it.
	 */
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

	/** Fetches what an interrupted export, or one that was cut, still lacks. */
	resume(past: PastExport, options: CallOptions<ExportProgress>): Promise<ExportEntry> {
		return this.carryOut(options, (options) => this.engine.call('resumeExport', this.orderOf(past), options));
	}

	/** Asks again for an export's records, in pieces, to find out whether it was cut. */
	verify(past: PastExport, options: CallOptions<ExportProgress>): Promise<ExportEntry> {
		return this.carryOut(options, (options) => this.engine.call('verifyExport', this.orderOf(past), options));
	}

	/** @param name Empty: takes the name away. */
	async name({ folder }: ExportEntry, name: string): Promise<void> {
		await this.engine.call('nameExport', { libraries: this.roots, folder, name });
		this.changed.fire();
	}

	async delete(entry: ExportEntry): Promise<void> {
		await this.engine.call('deleteExport', { libraries: this.roots, folder: entry.folder });
		this.changed.fire();
	}

	/** Of every library there may be. */
	async measure(): Promise<readonly MeasuredLibrary[]> {
		return Promise.all(
			(await this.distinctRoots()).map(async (library) => {
				const { isThere, ...size } = await this.engine.call('measureLibrary', { library });
				const kept = await this.engine.call('measureKept', { library });
				return { library, ...size, kept, isAway: !isThere && this.used.includes(library) };
			}),
		);
	}

	/**
	 * Deletes all exports and kept records of every library, and nothing else that is there. One that cannot be cleared does not keep the others.
	 * @throws AppError of the first that could not be cleared
	 */
	async clear(): Promise<void> {
		const failures: unknown[] = [];
		for (const library of await this.distinctRoots()) {
			await this.engine.call('clearKept', { library }).catch((error) => failures.push(error));
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

	/** @param folders Those of all exports that are open in this window. */
	markOpen(folders: readonly string[]): Promise<void> {
		return this.engine.call('markOpen', { folders });
	}

	seenValues(account: Account, applicationId: string, field: string): Promise<readonly string[]> {
		return this.engine.call('seenValues', { library: this.root, service: account.service, applicationId, field });
	}

	/** Two settings may name one folder, by a link or in other capitals. */
	private async distinctRoots(): Promise<readonly string[]> {
		const paths = await Promise.all(this.roots.map(realPathOf));
		return this.roots.filter((_, index) => paths.indexOf(paths[index] ?? '') === index);
	}

	private get used(): readonly string[] {
		return this.state.get<readonly string[]>(stateKeys.exportFolders, []);
	}

	/** A library that holds records, or is about to, so that they are known when the setting has changed. */
	async remember(library: string): Promise<void> {
		if (library !== this.ownRoot && !this.used.includes(library)) {
			await this.state.update(stateKeys.exportFolders, [...this.used, library]);
		}
	}

	private orderOf({ account, entry, interactive }: PastExport): PastExportOrder {
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
			// A failed one may have left what it can be resumed from.
			this.changed.fire();
		}
	}

	dispose(): void {
		this.store.dispose();
	}
}
