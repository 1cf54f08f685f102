import * as vscode from 'vscode';
import { registerSessions } from './activation/accounts';
import { registerAgentTools } from './activation/agents';
import { startWhereNeeded } from './activation/autoStart';
import { registerEveryCommand } from './activation/commands';
import { FirstUse } from './activation/firstUse';
import { registerPages } from './activation/pages';
import { registerSavedExports } from './activation/savedExports';
import { registerTraces } from './activation/traces';
import { createApplicationsView, registerResultsEditor } from './activation/views';
import type { Product } from './product';
import { DisposableStore } from './shared/disposables';

/** Returns the product for use in tests that run in VS Code. In normal use, returns undefined. */
export function activate(context: vscode.ExtensionContext): FirstUse<Product> | undefined {
	const store = new DisposableStore();
	context.subscriptions.push(store);
	const product: FirstUse<Product> = new FirstUse(async () => {
		const { startProduct } = await import('./product.js');
		return store.add(startProduct(context, applicationsView));
	});
	const applicationsView = store.add(createApplicationsView(product));
	store.add(registerEveryCommand(product, context));
	store.add(registerSessions(product, context));
	store.add(registerResultsEditor(product));
	store.add(registerTraces(product));
	store.add(registerPages(product));
	store.add(registerSavedExports(product));
	store.add(registerAgentTools(product, context));
	store.add(startWhereNeeded(product, context));
	return context.extensionMode === vscode.ExtensionMode.Test ? product : undefined;
}
