import * as vscode from 'vscode';
import { comparisonView, overviewView } from '../ids';
import type { Product } from '../product';
import type { FirstUse } from './firstUse';

/** Restores pages that were open before the window was reloaded, and opens pages from links. */
export function registerPages(product: FirstUse<Product>): vscode.Disposable {
	const { registerUriHandler, registerWebviewPanelSerializer } = vscode.window;
	return vscode.Disposable.from(
		registerUriHandler({ handleUri: async (uri) => (await product.get()).uriHandler.handleUri(uri) }),
		registerWebviewPanelSerializer(comparisonView, {
			deserializeWebviewPanel: async (panel, saved) =>
				(await product.get()).comparisonPanels.deserializeWebviewPanel(panel, saved),
		}),
		registerWebviewPanelSerializer(overviewView, {
			deserializeWebviewPanel: async (panel) => (await product.get()).overview.deserializeWebviewPanel(panel),
		}),
	);
}
