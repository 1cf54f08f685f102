import * as vscode from 'vscode';
import type { ExportEntry } from '../../core/export/model/entry';
import { recordsPath } from '../../core/export/model/recordsPath';
import { isSamePath } from '../../core/files/pathRules';
import { isManifest } from '../../core/sync/model/names';
import { beginsPage, loadPage } from '../../services/pages/loadPage';
import type { Services } from '../../services/services';
import { DisposableStore } from '../../shared/disposables';
import type { PageCommand } from '../../shared/protocols/resultsProtocol';
import { logFault } from '../../vscode/logFault';
import { showInformation } from '../../vscode/messages';
import { applicationName, describeRange } from '../../wording/planMessages';
import { chooseFileForm } from './chooseFileForm';
import type { ResultsDocument } from './document';
import { PageConnection } from './pageConnection';
import type { ResultsServices } from './start';

type TabServices = Pick<Services, 'exports' | 'syncedRecords'>;

export class ResultsEditor implements vscode.Disposable {
	private readonly store = new DisposableStore();
	private connection: PageConnection | undefined;
	private disposed = false;

	constructor(
		private readonly panel: vscode.WebviewPanel,
		readonly document: ResultsDocument,
		private readonly services: ResultsServices,
	) {
		const { webview } = panel;
		this.store.add(webview.onDidReceiveMessage((message) => this.receive(message)));
		this.store.add(document.onDidRead((reading) => this.connection?.notifyRead(reading)));
		// A sync starts only when the file is opened, not when the user reloads the records or selects other days.
		const opening = this.store.add(
			document.onDidRead(({ done }) => {
				if (done) {
					opening.dispose();
					this.update();
				}
			}),
		);
		this.store.add(document.onDidFail((error) => this.connection?.fail(error)));
		const onFault = (error: unknown) => logFault(services.log, 'results', error);
		this.store.add(document.onDidChangeOnDisk(() => this.connection?.checkFile().catch(onFault)));
		this.store.add(document.onDidRestart(() => this.load()));
		this.store.add(services.exports.onDidChange(() => this.connection?.updateExport().catch(onFault)));
		panel.iconPath = vscode.Uri.joinPath(services.extensionUri, 'media', 'tab.svg');
		const drawTitle = () => this.drawTitle().catch(onFault);
		this.store.add(services.exports.onDidChange(drawTitle));
		void drawTitle();
		this.store.add(services.exports.onDidFinish((entry) => this.catchUp(entry).catch(onFault)));
		this.store.add(services.syncedRecords.onDidChange(() => this.connection?.checkSyncedSet().catch(onFault)));
		this.store.add(services.syncedRecords.onDidAdvance(() => this.connection?.updateSyncedSet().catch(onFault)));
		this.store.add(
			services.filtersToShow.onDidOffer((file) => {
				// A hidden page applies the filters when it becomes visible again.
				if (panel.visible && file.toString() === document.uri.toString()) {
					this.connection?.showFilters();
				}
			}),
		);
		this.load();
	}

	get active(): boolean {
		return this.panel.active;
	}

	async run(id: PageCommand): Promise<void> {
		await this.connection?.run(id);
	}

	async tidyTriage(): Promise<void> {
		await this.connection?.tidyTriage();
	}

	async readAs(): Promise<void> {
		const { document } = this;
		const { info } = (await document.opened()).progress;
		if (info.container === 'parquet') {
			showInformation(vscode.l10n.t('A Parquet file specifies its own format.'));
			return;
		}
		const form = await chooseFileForm(info.form ?? { encoding: 'utf8', delimiter: ',' }, info.format);
		if (form) {
			document.readAs(form);
		}
	}

	dispose(): void {
		this.disposed = true;
		this.connection?.dispose();
		this.store.dispose();
	}

	private async drawTitle(): Promise<void> {
		const title = await describeTab(this.document.uri.fsPath, this.services);
		if (title !== undefined && !this.disposed) {
			this.panel.title = title;
		}
	}

	private async catchUp(entry: ExportEntry): Promise<void> {
		const path = recordsPath(entry);
		if (path !== undefined && isSamePath(path, this.document.uri.fsPath)) {
			await this.document.readAgainIfChanged();
		}
	}

	/** Starts a sync after the existing records have been read, so that the view doesn't wait for the service. */
	private update(): void {
		const { fsPath } = this.document.uri;
		if (isManifest(fsPath)) {
			void this.services.syncSchedule.opened(fsPath);
		}
	}

	private load(): void {
		loadPage(this.panel.webview, this.services.extensionUri, 'results');
	}

	private receive(message: unknown): void {
		if (beginsPage(message)) {
			// Messages for the previous page must not reach the new page, which reuses request IDs.
			this.connection?.dispose();
			this.connection = new PageConnection(
				{
					post: (reply) => void this.panel.webview.postMessage(reply),
					column: () => this.panel.viewColumn,
				},
				this.document,
				this.services,
			);
		}
		this.connection?.receive(message);
	}
}

/** Returns the title of a file's tab, or undefined if App Errors didn't write the file. */
async function describeTab(path: string, { exports, syncedRecords }: TabServices): Promise<string | undefined> {
	if (isManifest(path)) {
		const set = await syncedRecords.describe(path);
		return set?.known && `${applicationName(set.known.plan)} – ${vscode.l10n.t('Synced records')}`;
	}
	const entry = await exports.describe(path);
	return entry && `${applicationName(entry.stored.plan)} – ${entry.name ?? describeRange(entry.stored.plan.range)}`;
}
