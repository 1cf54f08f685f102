import * as vscode from 'vscode';
import { comparisonView } from '../../ids';
import type { ChosenComparison } from '../../shared/comparison';
import type { ComparisonState } from '../../shared/comparisonProtocol';
import type { ComparisonServices } from './comparisonConnection';
import { ComparisonPanel } from './comparisonPanel';
import { readKeptPage } from './keptPage';

const { l10n } = vscode;

/** The comparisons that a window shows. */
export class ComparisonPanels implements vscode.WebviewPanelSerializer<unknown>, vscode.Disposable {
	private readonly open = new Set<ComparisonPanel>();

	constructor(private readonly services: ComparisonServices) {}

	/** The one that keys and commands are meant for. */
	get active(): ComparisonPanel | undefined {
		return [...this.open].find(({ active }) => active);
	}

	/** In a tab of its own, which may be there already. @returns whether it is shown */
	show(chosen: ChosenComparison): true {
		const same = [...this.open].find((panel) => JSON.stringify(panel.chosen) === JSON.stringify(chosen));
		if (same) {
			same.reveal();
			return true;
		}
		const title = l10n.t('What changed: {0}', chosen.application);
		this.add(vscode.window.createWebviewPanel(comparisonView, title, vscode.ViewColumn.Active), chosen, undefined);
		return true;
	}

	/** @param kept What the page left with the editor. */
	async deserializeWebviewPanel(panel: vscode.WebviewPanel, kept: unknown): Promise<void> {
		const page = readKeptPage(kept);
		if (page) {
			this.add(panel, page.comparison, page.state);
		} else {
			// It was closed before it had anything to keep.
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
