import * as vscode from 'vscode';
import { overviewView } from '../../ids';
import { type OverviewOptions, OverviewPanel } from './overviewPanel';

/** The overview of all applications. A window has at most one tab with it. */
export class Overview implements vscode.Disposable {
	private panel: vscode.WebviewPanel | undefined;
	private page: OverviewPanel | undefined;

	constructor(private readonly options: OverviewOptions) {}

	open(): void {
		if (this.panel) {
			this.panel.reveal();
		} else {
			this.fill(vscode.window.createWebviewPanel(overviewView, vscode.l10n.t('Overview'), vscode.ViewColumn.Active));
		}
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
