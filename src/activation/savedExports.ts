import * as vscode from 'vscode';
import { savedExportPattern } from '../ids';
import type { Product } from '../product';
import type { FirstUse } from './firstUse';

/** Starts App Errors when a saved export is opened, so that errors in the file are reported. */
export function registerSavedExports(product: FirstUse<Product>): vscode.Disposable {
	return vscode.languages.registerCodeLensProvider(
		{ scheme: 'file', pattern: savedExportPattern },
		{
			onDidChangeCodeLenses: product.event(({ savedExportLenses }) => savedExportLenses.onDidChangeCodeLenses),
			provideCodeLenses: async (document) => (await product.get()).savedExportLenses.provideCodeLenses(document),
		},
	);
}
