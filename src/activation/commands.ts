import * as vscode from 'vscode';
import { commandIds } from '../ids';
import type { Product } from '../product';
import { DisposableStore } from '../shared/disposables';
import type { FirstUse } from './firstUse';

export function registerEveryCommand(product: FirstUse<Product>): vscode.Disposable {
	const store = new DisposableStore();
	for (const id of commandIds) {
		store.add(
			vscode.commands.registerCommand(id, async (...parameters: unknown[]) =>
				(await product.get()).services.commands.run(id, parameters),
			),
		);
	}
	return store;
}
