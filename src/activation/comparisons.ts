import * as vscode from 'vscode';
import { comparisonScheme } from '../ids';
import type { Product } from '../product';
import type { FirstUse } from './firstUse';

/** Comparisons that a window shows, or showed before it was loaded anew. */
export function registerComparisons(product: FirstUse<Product>): vscode.Disposable {
	return vscode.workspace.registerTextDocumentContentProvider(comparisonScheme, {
		provideTextDocumentContent: async (uri) =>
			(await product.get()).comparisonDocuments.provideTextDocumentContent(uri),
	});
}
