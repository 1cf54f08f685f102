import * as vscode from 'vscode';
import { comparisonView } from '../ids';
import type { Product } from '../product';
import type { FirstUse } from './firstUse';

/** Comparisons that the window showed before it was loaded anew. */
export function registerComparisons(product: FirstUse<Product>): vscode.Disposable {
	return vscode.window.registerWebviewPanelSerializer(comparisonView, {
		deserializeWebviewPanel: async (panel, kept) =>
			(await product.get()).comparisonPanels.deserializeWebviewPanel(panel, kept),
	});
}
