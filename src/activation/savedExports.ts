import * as vscode from 'vscode';
import { savedExportPattern } from '../ids';
import type { Product } from '../product';
import type { FirstUse } from './firstUse';

/** Opening a saved export starts App Errors, which also reports problems in the file. */
export function registerSavedExports(product: FirstUse<Product>): vscode.Disposable {
	return vscode.languages.registerCodeLensProvider(
		{ scheme: 'file', pattern: savedExportPattern },
		{
			onDidChangeCodeLenses: product.event(({ savedExportLenses }) => savedExportLenses.onDidChangeCodeLenses),
			provideCodeLenses: async (document) => (await product.get()).savedExportLenses.provideCodeLenses(document),
		},
	);
}
