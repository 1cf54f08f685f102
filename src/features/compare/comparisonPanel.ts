import type * as vscode from 'vscode';
import { isCancellation } from '../../core/common/errors';
import { beginsPage, loadPage } from '../../services/pages/loadPage';
import type { ChosenComparison, ComparedSide } from '../../shared/comparison';
import type {
	ComparisonCommand,
	ComparisonState,
	SavedComparisonPage,
	SoughtGroup,
} from '../../shared/protocols/comparisonProtocol';
import { logFault } from '../../vscode/logFault';
import { ComparedSides } from './comparedSides';
import { ComparisonConnection, type ComparisonServices } from './comparisonConnection';

/** Webview panel of a comparison. Its page is reloaded whenever the panel becomes visible. */
export class ComparisonPanel implements vscode.Disposable {
	private sides: ComparedSides;
	private connection: ComparisonConnection | undefined;
	private sought: SoughtGroup | undefined;
	private readonly listening: vscode.Disposable;

	constructor(
		private readonly panel: vscode.WebviewPanel,
		chosen: ChosenComparison,
		private state: ComparisonState | undefined,
		private readonly services: ComparisonServices,
		private readonly onDidSave: () => void,
	) {
		this.sides = this.open(chosen);
		this.listening = panel.webview.onDidReceiveMessage((message) => this.receive(message));
		this.load();
	}

	get active(): boolean {
		return this.panel.active;
	}

	get chosen(): ChosenComparison {
		return this.sides.chosen;
	}

	get page(): SavedComparisonPage {
		return { comparison: this.chosen, state: this.state };
	}

	isShownIn(column: vscode.ViewColumn): boolean {
		return this.panel.visible && this.panel.viewColumn === column;
	}

	reveal(): void {
		this.panel.reveal();
	}

	/** Shows a group as soon as the page is ready. A hidden page shows the group when it becomes visible. */
	showGroup(group: SoughtGroup): void {
		const isShown = this.panel.visible && this.connection?.showGroup(group);
		this.sought = isShown ? undefined : group;
	}

	async run(id: ComparisonCommand): Promise<void> {
		await this.connection?.run(id);
	}

	dispose(): void {
		this.connection?.dispose();
		this.listening.dispose();
		this.sides.dispose();
	}

	private open(chosen: ChosenComparison): ComparedSides {
		const sides = new ComparedSides(chosen, this.services);
		sides.onDidChange(() => {
			this.connection?.recordsChanged().catch((error) => {
				// The error is only logged, because the next request of the page shows it.
				isCancellation(error) || logFault(this.services.log, 'comparison', error);
			});
		});
		return sides;
	}

	private replace(side: ComparedSide, path: string): void {
		this.sides.dispose();
		const { chosen } = this;
		this.sides = this.open({ ...chosen, [side]: { ...chosen[side], path } });
		this.panel.reveal();
		this.load();
	}

	private load(): void {
		loadPage(this.panel.webview, this.services.extensionUri, 'comparison');
	}

	private receive(message: unknown): void {
		if (beginsPage(message)) {
			// Messages for the previous page must not reach the new page, which reuses request IDs.
			this.connection?.dispose();
			this.connection = new ComparisonConnection(
				this.sides,
				{
					post: (reply) => void this.panel.webview.postMessage(reply),
					column: () => this.panel.viewColumn,
					state: () => this.state,
					takeSought: () => {
						const { sought } = this;
						this.sought = undefined;
						return sought;
					},
					saveState: (state) => {
						this.state = state;
						this.onDidSave();
					},
					replace: (side, path) => this.replace(side, path),
					reload: () => this.load(),
				},
				this.services,
			);
		}
		this.connection?.receive(message);
	}
}
