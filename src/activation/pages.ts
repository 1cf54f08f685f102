import * as vscode from 'vscode';
import { comparisonView, overviewView } from '../ids';
import type { Product } from '../product';
import type { FirstUse } from './firstUse';

/** Restores pages that were open before the window was reloaded. */
export function registerPages(product: FirstUse<Product>): vscode.Disposable {
	const { registerWebviewPanelSerializer } = vscode.window;
	return vscode.Disposable.from(
		registerWebviewPanelSerializer(comparisonView, {
			deserializeWebviewPanel: async (panel, saved) =>
				(await product.get()).comparisonPanels.deserializeWebviewPanel(panel, saved),
		}),
		registerWebviewPanelSerializer(overviewView, {
			deserializeWebviewPanel: async (panel) => (await product.get()).overview.deserializeWebviewPanel(panel),
		}),
	);
}
