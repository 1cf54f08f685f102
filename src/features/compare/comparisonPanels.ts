import * as vscode from 'vscode';
import { isObject } from '../../core/plan/decodePlan';
import { comparisonView } from '../../ids';
import type { ChosenComparison, ChosenSide, TimeRange } from '../../shared/comparison';
import type { ComparisonState, SavedComparisonPage } from '../../shared/comparisonProtocol';
import type { ComparisonServices } from './comparisonConnection';
import { ComparisonPanel } from './comparisonPanel';

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
		panel.iconPath = vscode.Uri.joinPath(this.services.extensionUri, 'media', 'tab.svg');
		const comparison = new ComparisonPanel(panel, chosen, state, this.services);
		this.open.add(comparison);
		panel.onDidDispose(() => {
			this.open.delete(comparison);
			comparison.dispose();
		});
	}
}

/** Decodes a saved state. Undefined if it is invalid or was saved by another version. */
function readSavedPage(saved: unknown): SavedComparisonPage | undefined {
	if (!isObject(saved) || !isObject(saved['comparison'])) {
		return undefined;
	}
	const { application, before, after, exposure } = saved['comparison'];
	const isWhole =
		typeof application === 'string' &&
		isSide(before) &&
		isSide(after) &&
		(exposure === 'time' || exposure === 'devices');
	// The page validates the state and discards any parts that don't match the records.
	return isWhole ? (saved as unknown as SavedComparisonPage) : undefined;
}

function isSide(side: unknown): side is ChosenSide {
	return (
		isObject(side) &&
		typeof side['path'] === 'string' &&
		typeof side['label'] === 'string' &&
		(side['range'] === undefined || isRange(side['range'])) &&
		(side['versions'] === undefined ||
			(Array.isArray(side['versions']) && side['versions'].every((version) => typeof version === 'string')))
	);
}

function isRange(range: unknown): range is TimeRange {
	return isObject(range) && Number.isFinite(range['since']) && Number.isFinite(range['until']);
}
