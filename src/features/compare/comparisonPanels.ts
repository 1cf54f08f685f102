import * as vscode from 'vscode';
import { comparisonView } from '../../ids';
import type { ChosenComparison } from '../../shared/comparison';
import type { ComparisonState } from '../../shared/comparisonProtocol';
import type { ComparisonServices } from './comparisonConnection';
import { ComparisonPanel } from './comparisonPanel';
import { readSavedPage } from './savedPage';

const { l10n } = vscode;

export class ComparisonPanels implements vscode.WebviewPanelSerializer<unknown>, vscode.Disposable {
	private readonly open = new Set<ComparisonPanel>();

	constructor(private readonly services: ComparisonServices) {}

	get active(): ComparisonPanel | undefined {
		return [...this.open].find(({ active }) => active);
	}

	/** Shows a comparison in a new tab, or reveals its tab if it is already open. */
	show(chosen: ChosenComparison): true {
		const same = [...this.open].find((panel) => JSON.stringify(panel.chosen) === JSON.stringify(chosen));
		if (same) {
			same.reveal();
			return true;
		}
		const title = l10n.t('Comparison: {0}', chosen.application);
		this.add(vscode.window.createWebviewPanel(comparisonView, title, vscode.ViewColumn.Active), chosen, undefined);
		return true;
	}

	async deserializeWebviewPanel(panel: vscode.WebviewPanel, saved: unknown): Promise<void> {
		const page = readSavedPage(saved);
		if (page) {
			this.add(panel, page.comparison, page.state);
		} else {
			// The comparison can't be restored, because the panel was closed before it saved a state.
			panel.dispose();
		}
	}

	dispose(): void {
		for (const panel of this.open) {
			panel.dispose();
		}
	}

	private add(panel: vscode.WebviewPanel, chosen: ChosenComparison, state: ComparisonState | undefined): void {
		const comparison = new ComparisonPanel(panel, chosen, state, this.services);
		this.open.add(comparison);
		panel.onDidDispose(() => {
			this.open.delete(comparison);
			comparison.dispose();
		});
	}
}
