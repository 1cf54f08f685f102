import * as vscode from 'vscode';
import { traceLanguage } from '../features/stackLinks/traceLanguage';
import { comparisonView, type SettingTypes, stateKeys } from '../ids';
import type { Product } from '../product';
import { DisposableStore } from '../shared/disposables';
import { getRecordFolders } from '../vscode/openFiles';
import type { FirstUse } from './firstUse';

const updateEvery = 'appErrors.sync.intervalMinutes' satisfies keyof SettingTypes;

/** Delay in milliseconds before background work starts, so that this work doesn't slow down the start of the window. */
const idleMs = 15_000;

/** Starts App Errors if background work is pending, for example an interrupted export that must be resumed. */
export function startWhereNeeded(
	product: FirstUse<Product>,
	{ workspaceState, globalState }: Pick<vscode.ExtensionContext, 'workspaceState' | 'globalState'>,
): vscode.Disposable {
	const store = new DisposableStore();
	const start = () => {
		// Errors are ignored here, because the next use of App Errors throws them again.
		product.get().then(
			() => store.dispose(),
			() => undefined,
		);
	};
	const { tabGroups } = vscode.window;
	const startIfNeeded = () => {
		if (
			(usesRecordsInCode(workspaceState) && vscode.window.visibleTextEditors.some(showsFileOfFolder)) ||
			vscode.workspace.textDocuments.some(isOfTraces) ||
			tabGroups.all.some(({ tabs }) => tabs.some(mayShowRecords)) ||
			workspaceState.get<readonly unknown[]>(stateKeys.leftExports, []).length > 0
		) {
			start();
		}
	};
	const idle = setTimeout(() => (autoUpdatesSyncedSets() || hasNews(globalState)) && start(), idleMs);
	store.add({ dispose: () => clearTimeout(idle) });
	store.add(
		vscode.workspace.onDidChangeConfiguration(
			(event) => event.affectsConfiguration(updateEvery) && autoUpdatesSyncedSets() && start(),
		),
	);
	store.add(vscode.workspace.onDidOpenTextDocument((document) => isOfTraces(document) && start()));
	store.add(vscode.window.onDidChangeVisibleTextEditors(startIfNeeded));
	store.add(tabGroups.onDidChangeTabs(({ opened }) => opened.some(mayShowRecords) && start()));
	startIfNeeded();
	return store;
}

function autoUpdatesSyncedSets(): boolean {
	return Number(vscode.workspace.getConfiguration().get(updateEvery)) > 0;
}

function hasNews(globalState: vscode.Memento): boolean {
	return globalState
		.get<readonly { readonly compared?: { readonly appeared: number } }[]>(stateKeys.watermarks, [])
		.some(({ compared }) => compared !== undefined && compared.appeared > 0);
}

function usesRecordsInCode(workspaceState: vscode.Memento): boolean {
	return workspaceState.get<readonly { readonly used: boolean }[]>(stateKeys.usedInCode, []).some(({ used }) => used);
}

function showsFileOfFolder({ document: { uri } }: vscode.TextEditor): boolean {
	return vscode.workspace.getWorkspaceFolder(uri) !== undefined;
}

function isOfTraces({ languageId }: vscode.TextDocument): boolean {
	return languageId === traceLanguage;
}

function mayShowRecords(tab: vscode.Tab): boolean {
	const { input } = tab;
	const isComparison = input instanceof vscode.TabInputWebview && input.viewType.endsWith(comparisonView);
	return isComparison || getRecordFolders(tab).length > 0;
}
