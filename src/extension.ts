import * as vscode from 'vscode';
import * as account from './features/account/register';
import * as applications from './features/applications/register';
import * as exports from './features/exports/register';
import * as help from './features/help/register';
import * as results from './features/results/register';
import * as sample from './features/sample/register';
import * as stackLinks from './features/stackLinks/register';
import * as storage from './features/storage/register';
import * as wizard from './features/wizard/register';
import { createServices } from './services/createServices';
import type { Services } from './services/services';
import { DisposableStore } from './shared/disposables';

/** @returns the services to tests that run inside the editor, nothing to anybody else. */
export function activate(context: vscode.ExtensionContext): Services | undefined {
	const store = new DisposableStore();
	context.subscriptions.push(store);
	const services = createServices(context, store);
	for (const feature of [account, applications, wizard, exports, results, stackLinks, sample, storage, help]) {
		store.add(feature.register(services));
	}
	return context.extensionMode === vscode.ExtensionMode.Test ? services : undefined;
}
