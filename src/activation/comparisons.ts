import * as vscode from 'vscode';
import { comparisonView } from '../ids';
import type { Product } from '../product';
import type { FirstUse } from './firstUse';

export function registerComparisons(product: FirstUse<Product>): vscode.Disposable {
	return vscode.window.registerWebviewPanelSerializer(comparisonView, {
		deserializeWebviewPanel: async (panel, saved) =>
			(await product.get()).comparisonPanels.deserializeWebviewPanel(panel, saved),
	});
}
