import * as vscode from 'vscode';
import { isObject } from '../../core/common/parseJson';
import { comparisonView } from '../../ids';
import type { Services } from '../../services/services';
import type { ChosenComparison, ChosenSide, TimeRange } from '../../shared/comparison';
import type { ComparisonState, SavedComparisonPage, SoughtGroup } from '../../shared/protocols/comparisonProtocol';
import type { ComparisonServices } from './comparisonConnection';
import { ComparisonPanel } from './comparisonPanel';

const { l10n } = vscode;

export class ComparisonPanels implements vscode.WebviewPanelSerializer<unknown>, vscode.Disposable {
	private readonly open = new Set<ComparisonPanel>();
	private closing = false;

	constructor(private readonly services: ComparisonServices & Pick<Services, 'openComparisons'>) {}

	get active(): ComparisonPanel | undefined {
		return [...this.open].find(({ active }) => active);
	}

	show(chosen: ChosenComparison, group?: SoughtGroup): true {
		const same = [...this.open].find((panel) => JSON.stringify(panel.chosen) === JSON.stringify(chosen));
		const panel = same ?? this.create(chosen, undefined, vscode.ViewColumn.Active);
		if (group) {
			panel.showGroup(group);
		}
		same?.reveal();
		void this.services.openComparisons.use(chosen);
		return true;
	}

	isDisconnected({ input, group }: vscode.Tab): boolean {
		const isComparison = input instanceof vscode.TabInputWebview && input.viewType.endsWith(comparisonView);
		return isComparison && ![...this.open].some((panel) => panel.isShownIn(group.viewColumn));
	}

	async reopen(tab: vscode.Tab): Promise<void> {
		const open = new Set([...this.open].map(({ chosen }) => JSON.stringify(chosen)));
		const saved = this.services.openComparisons.before.find(
			({ comparison }) => titleOf(comparison) === tab.label && !open.has(JSON.stringify(comparison)),
		);
		if (saved) {
			const { viewColumn } = tab.group;
			await vscode.window.tabGroups.close(tab, true);
			this.create(saved.comparison, saved.state, viewColumn);
		}
	}

	async deserializeWebviewPanel(panel: vscode.WebviewPanel, saved: unknown): Promise<void> {
		const page = readSavedPage(saved);
		if (page) {
			this.add(panel, page.comparison, page.state);
		} else {
			// The comparison can't be restored, because the panel was closed before its page saved a state.
			panel.dispose();
		}
	}

	dispose(): void {
		this.closing = true;
		for (const panel of this.open) {
			panel.dispose();
		}
	}

	private create(
		chosen: ChosenComparison,
		state: ComparisonState | undefined,
		column: vscode.ViewColumn,
	): ComparisonPanel {
		return this.add(vscode.window.createWebviewPanel(comparisonView, titleOf(chosen), column), chosen, state);
	}

	private remember(): void {
		if (!this.closing) {
			void this.services.openComparisons.save([...this.open].map(({ page }) => page));
		}
	}

	private add(
		panel: vscode.WebviewPanel,
		chosen: ChosenComparison,
		state: ComparisonState | undefined,
	): ComparisonPanel {
		panel.iconPath = vscode.Uri.joinPath(this.services.extensionUri, 'media', 'tab.svg');
		const comparison = new ComparisonPanel(panel, chosen, state, this.services, () => this.remember());
		this.open.add(comparison);
		this.remember();
		panel.onDidDispose(() => {
			this.open.delete(comparison);
			this.remember();
			comparison.dispose();
		});
		return comparison;
	}
}

function titleOf({ application }: ChosenComparison): string {
	return l10n.t('Comparison: {0}', application);
}

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
	// Only the structure is checked here. The page checks the content, and discards all parts that don't match the
	// records.
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
