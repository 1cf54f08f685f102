import * as vscode from 'vscode';
import { traceLanguage } from '../features/stackLinks/traceLanguage';
import { type SettingTypes, stateKeys } from '../ids';
import type { Product } from '../product';
import { DisposableStore } from '../shared/disposables';
import { recordFoldersOf } from '../vscode/openFiles';
import type { FirstUse } from './firstUse';

const updateEvery = 'appErrors.keptRecords.updateEvery' satisfies keyof SettingTypes;

/** The window has come to rest, and whoever waits for something has it (milliseconds). */
const idleMs = 15_000;

/**
 * Starts the product where nobody asks it anything and it is needed all the same: to go on with an export that the window
 * before this one began, to tell which exports and kept records are open, to fold and dim a document of stack traces, to show
 * in the code what records say about it that are used there, and, once the window is at rest, to update kept records every
 * so often where that is wanted, and to count what is new in them.
 */
export function startWhereNeeded(
	product: FirstUse<Product>,
	{ workspaceState, globalState }: Pick<vscode.ExtensionContext, 'workspaceState' | 'globalState'>,
): vscode.Disposable {
	const store = new DisposableStore();
	const start = () => {
		// Nobody waits for it; whoever asks next tries again and is told.
		product.get().then(
			() => store.dispose(),
			() => undefined,
		);
	};
	const { tabGroups } = vscode.window;
	const look = () => {
		if (
			(usesRecordsInCode(workspaceState) && vscode.window.visibleTextEditors.some(showsFileOfFolder)) ||
			vscode.workspace.textDocuments.some(isOfTraces) ||
			tabGroups.all.some(({ tabs }) => tabs.some(mayShowExport)) ||
			workspaceState.get<readonly unknown[]>(stateKeys.leftExports, []).length > 0
		) {
			start();
		}
	};
	const idle = setTimeout(() => (updatesKept() || hasNews(globalState)) && start(), idleMs);
	store.add({ dispose: () => clearTimeout(idle) });
	store.add(
		vscode.workspace.onDidChangeConfiguration(
			(event) => event.affectsConfiguration(updateEvery) && updatesKept() && start(),
		),
	);
	store.add(vscode.workspace.onDidOpenTextDocument((document) => isOfTraces(document) && start()));
	store.add(vscode.window.onDidChangeVisibleTextEditors(look));
	store.add(tabGroups.onDidChangeTabs(({ opened }) => opened.some(mayShowExport) && start()));
	look();
	return store;
}

/** The editor has its settings in memory. */
function updatesKept(): boolean {
	return Number(vscode.workspace.getConfiguration().get(updateEvery)) > 0;
}

/** An earlier window told what came to kept records since the person looked. */
function hasNews(globalState: vscode.Memento): boolean {
	return globalState
		.get<readonly { readonly compared?: { readonly appeared: number } }[]>(stateKeys.keptMarks, [])
		.some(({ compared }) => compared !== undefined && compared.appeared > 0);
}

/** A person said so in an earlier window of the workspace. */
function usesRecordsInCode(workspaceState: vscode.Memento): boolean {
	return workspaceState.get<readonly { readonly used: boolean }[]>(stateKeys.usedInCode, []).some(({ used }) => used);
}

function showsFileOfFolder({ document: { uri } }: vscode.TextEditor): boolean {
	return vscode.workspace.getWorkspaceFolder(uri) !== undefined;
}

function isOfTraces({ languageId }: vscode.TextDocument): boolean {
	return languageId === traceLanguage;
}

function mayShowExport(tab: vscode.Tab): boolean {
	return recordFoldersOf(tab).length > 0;
}
