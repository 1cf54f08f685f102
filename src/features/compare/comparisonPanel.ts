import type * as vscode from 'vscode';
import { isCancellation } from '../../core/common/errors';
import { beginsPage, loadPage } from '../../services/pages/loadPage';
import type { ChosenComparison, ComparedSide } from '../../shared/comparison';
import type { ComparisonCommand, ComparisonState } from '../../shared/comparisonProtocol';
import { logFault } from '../../vscode/logFault';
import { ComparedSides } from './comparedSides';
import { ComparisonConnection, type ComparisonServices } from './comparisonConnection';

/** A comparison in a tab: both sides, and the page, which is loaded anew whenever it comes back into sight. */
export class ComparisonPanel implements vscode.Disposable {
	private sides: ComparedSides;
	private connection: ComparisonConnection | undefined;
	private readonly listening: vscode.Disposable;

	/** @param state How the page was left. */
	constructor(
		private readonly panel: vscode.WebviewPanel,
		chosen: ChosenComparison,
		private state: ComparisonState | undefined,
		private readonly services: ComparisonServices,
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

	reveal(): void {
		this.panel.reveal();
	}

	/** Hands a command to the page; without one there is nothing to do. */
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
				// The page is told when it asks next.
				isCancellation(error) || logFault(this.services.log, 'comparison', error);
			});
		});
		return sides;
	}

	/** What takes the place of a side's file is of the same application and time. */
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
			// Nothing of a former page may reach this one.
			this.connection?.dispose();
			this.connection = new ComparisonConnection(
				this.sides,
				{
					post: (reply) => void this.panel.webview.postMessage(reply),
					state: () => this.state,
					keepState: (state) => {
						this.state = state;
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
