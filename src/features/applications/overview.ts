import * as vscode from 'vscode';
import { overviewView } from '../../ids';
import { type OverviewOptions, OverviewPanel } from './overviewPanel';

/** Opens the overview of all applications. Each window has at most one tab with the overview. */
export class Overview implements vscode.WebviewPanelSerializer, vscode.Disposable {
	private panel: vscode.WebviewPanel | undefined;
	private page: OverviewPanel | undefined;

	constructor(private readonly options: OverviewOptions) {}

	async open(column = vscode.ViewColumn.Active): Promise<void> {
		if (this.panel) {
			this.panel.reveal();
			return;
		}
		const { tabGroups, createWebviewPanel } = vscode.window;
		// VS Code restores a tab only when it becomes visible, so a hidden tab from before a reload may still exist.
		const disconnected = tabGroups.all.flatMap(({ tabs }) => tabs).filter((tab) => this.isDisconnected(tab));
		this.fill(createWebviewPanel(overviewView, vscode.l10n.t('Overview'), column));
		await tabGroups.close(disconnected, true);
	}

	isDisconnected({ input }: vscode.Tab): boolean {
		return !this.panel && input instanceof vscode.TabInputWebview && input.viewType.endsWith(overviewView);
	}

	async deserializeWebviewPanel(panel: vscode.WebviewPanel): Promise<void> {
		this.panel?.dispose();
		this.fill(panel);
	}

	redraw(): void {
		this.page?.redraw();
	}

	dispose(): void {
		this.panel?.dispose();
	}

	private fill(panel: vscode.WebviewPanel): void {
		panel.iconPath = vscode.Uri.joinPath(this.options.extensionUri, 'media', 'tab.svg');
		const page = new OverviewPanel(panel, this.options);
		[this.panel, this.page] = [panel, page];
		panel.onDidDispose(() => {
			page.dispose();
			[this.panel, this.page] = [undefined, undefined];
		});
	}
}
