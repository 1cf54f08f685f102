import * as vscode from 'vscode';
import type { ExportEntry, ExportProgress } from '../core/export/entry';
import type { ExportListing } from '../core/export/library';
import type { Plan } from '../core/export/plan';
import { utc, type Zone } from '../core/export/range';
import type { EngineClient } from '../engine/client';
import type { CallOptions } from '../shared/rpc';
import { DisposableStore } from '../vscode/disposables';
import type { Settings } from '../vscode/settings';
import type { Account } from './accounts';
import type { Applications } from './applications';

/** A plan with the account that asks and the clock its relative range is read on. */
export interface PlannedExport {
	readonly account: Account;
	readonly plan: Plan;
	readonly zone: Zone;
}

/** Past exports, and the making of new ones. The folders on disk are the only record of them. */
export class ExportLibrary implements vscode.Disposable {
	private readonly store = new DisposableStore();
	private readonly changed = this.store.add(new vscode.EventEmitter<void>());
	/** An export was finished or deleted by this window, or the library moved. */
	readonly onDidChange = this.changed.event;

	constructor(
		private readonly engine: EngineClient,
		private readonly settings: Settings,
		private readonly storage: vscode.Uri,
	) {
		this.store.add(settings.onDidChange('appErrors.exportFolder', () => this.changed.fire()));
	}

	/** Where exports are kept: the folder of the settings, else the extension's own storage. */
	get root(): string {
		return this.settings.exportFolder || vscode.Uri.joinPath(this.storage, 'exports').fsPath;
	}

	list(account: Account): Promise<ExportListing> {
		return this.engine.call('listExports', { library: this.root, service: account.service });
	}

	/** The clock on which an application's dates are read: the setting's, else the application's own, else UTC. */
	async zoneFor(applicationId: string, applications: Applications): Promise<Zone> {
		const node = (await applications.nodes()).find(({ application }) => application.id === applicationId);
		return this.settings.timeZone ?? node?.application.zone ?? utc;
	}

	async run({ account, plan, zone }: PlannedExport, options: CallOptions<ExportProgress>): Promise<ExportEntry> {
		const entry = await this.engine.call(
			'runExport',
			{
				account: { accountId: account.id, service: account.service, interactive: true },
				plan,
				zone,
				additionalFields: this.settings.additionalFields,
				library: this.root,
				waitLimitMinutes: this.settings.waitLimitMinutes,
			},
			options,
		);
		this.changed.fire();
		return entry;
	}

	async delete(entry: ExportEntry): Promise<void> {
		await this.engine.call('deleteExport', { library: this.root, folder: entry.folder });
		this.changed.fire();
	}

	seenValues(account: Account, applicationId: string, field: string): Promise<readonly string[]> {
		return this.engine.call('seenValues', { library: this.root, service: account.service, applicationId, field });
	}

	dispose(): void {
		this.store.dispose();
	}
}
