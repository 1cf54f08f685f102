import type * as vscode from 'vscode';
import type { ExportEntry } from '../../core/export/model/entry';
import { recordsPath } from '../../core/export/model/recordsPath';
import { isManifest } from '../../core/kept/model/names';
import { beginsPage, loadPage } from '../../services/pages/loadPage';
import type { Services } from '../../services/services';
import { DisposableStore } from '../../shared/disposables';
import type { PageCommand } from '../../shared/resultsProtocol';
import { logFault } from '../../vscode/logFault';
import { chooseFileForm } from './chooseFileForm';
import type { ResultsDocument } from './document';
import { PageConnection } from './pageConnection';

export type ResultsServices = Pick<
	Services,
	| 'accounts'
	| 'applications'
	| 'databases'
	| 'deviceOffers'
	| 'engine'
	| 'exports'
	| 'extensionUri'
	| 'filtersToShow'
	| 'frames'
	| 'kept'
	| 'keptMarks'
	| 'keptSchedule'
	| 'log'
	| 'mappings'
	| 'recordsInView'
	| 'resultsLayouts'
	| 'resultsViews'
	| 'settings'
>;

/** One view on a file: a page that is loaded anew whenever it comes back into sight. */
export class ResultsEditor implements vscode.Disposable {
	private readonly store = new DisposableStore();
	private connection: PageConnection | undefined;

	constructor(
		private readonly panel: vscode.WebviewPanel,
		readonly document: ResultsDocument,
		private readonly services: ResultsServices,
	) {
		const { webview } = panel;
		this.store.add(webview.onDidReceiveMessage((message) => this.receive(message)));
		this.store.add(document.onDidRead((reading) => this.connection?.tell(reading)));
		// Once: whoever reads the records again, or chooses others of their days, asks nobody.
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
		this.store.add(document.onDidChangeOnDisk(() => this.connection?.lookAtChange().catch(onFault)));
		this.store.add(document.onDidRestart(() => this.load()));
		this.store.add(services.exports.onDidChange(() => this.connection?.lookAtExport().catch(onFault)));
		this.store.add(services.exports.onDidFinish((entry) => this.catchUp(entry).catch(onFault)));
		this.store.add(services.kept.onDidChange(() => this.connection?.lookAtKept().catch(onFault)));
		this.store.add(services.kept.onDidAdvance(() => this.connection?.lookAtUpdate().catch(onFault)));
		this.store.add(
			services.filtersToShow.onDidOffer((file) => {
				// A hidden page takes them when it comes back into sight.
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

	/** Hands a command to the page; without one there is nothing to do. */
	async run(id: PageCommand): Promise<void> {
		await this.connection?.run(id);
	}

	/** Asks how the file is written, and reads it so. */
	async readAs(): Promise<void> {
		const { document } = this;
		const { info } = (await document.opened()).progress;
		const form = await chooseFileForm(info.form ?? { encoding: 'utf8', delimiter: ',' }, info.format);
		if (form) {
			document.readAs(form);
		}
	}

	dispose(): void {
		this.connection?.dispose();
		this.store.dispose();
	}

	/** Records that were missing may have come into the file, and whoever fetched them wants to see them. */
	private async catchUp(entry: ExportEntry): Promise<void> {
		if (recordsPath(entry) === this.document.uri.fsPath) {
			await this.document.readAgainIfChanged();
		}
	}

	/** Kept records are made current once they were read as they are, which nobody has to wait for the service for. */
	private update(): void {
		const { fsPath } = this.document.uri;
		if (isManifest(fsPath)) {
			void this.services.keptSchedule.opened(fsPath);
		}
	}

	private load(): void {
		loadPage(this.panel.webview, this.services.extensionUri, 'results');
	}

	private receive(message: unknown): void {
		if (beginsPage(message)) {
			// A page that was out of sight counts its requests from the start again, so nothing of before may reach it.
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
