import * as vscode from 'vscode';
import { editors, traceScheme } from '../../ids';
import type { Settings } from '../../vscode/settings';
import type { CodePlace } from './frames';

/** Reuses one editor group for source code. `ViewColumn.Beside` would split the editor again on every navigation. */
export class CodeGroup {
	/** The last displayed source identifies the group, because column numbers of groups change. */
	private last: { readonly uri: string; readonly column: vscode.ViewColumn | undefined } | undefined;

	constructor(private readonly settings: Pick<Settings, 'openSource'>) {}

	columnFor({ where, from = vscode.window.tabGroups.activeTabGroup.viewColumn }: CodePlace): vscode.ViewColumn {
		const beside = where === 'beside' || (where === 'asSet' && this.settings.openSource === 'beside');
		return beside ? this.columnBeside(from) : from;
	}

	shown({ document, viewColumn }: vscode.TextEditor): void {
		this.last = { uri: document.uri.toString(), column: viewColumn };
	}

	private columnBeside(from: vscode.ViewColumn): vscode.ViewColumn {
		const { all } = vscode.window.tabGroups;
		const free = all.filter((group) => group.viewColumn !== from && !isReadIn(group));
		const holding = free.filter(({ tabs }) => tabs.some((tab) => uriOf(tab) === this.last?.uri));
		const used = holding.find(({ viewColumn }) => viewColumn === this.last?.column) ?? holding[0];
		const nearest = free.find(({ viewColumn }) => viewColumn > from) ?? free.at(-1);
		// A column number that doesn't exist yet creates a new group at the end.
		return (used ?? nearest)?.viewColumn ?? Math.min(all.length + 1, vscode.ViewColumn.Nine);
	}
}

/** Whether the group shows records or stack traces, which must not be covered by source code. */
function isReadIn({ activeTab }: vscode.TabGroup): boolean {
	const input = activeTab?.input;
	return input instanceof vscode.TabInputCustom
		? input.viewType === editors.results
		: input instanceof vscode.TabInputText && input.uri.scheme === traceScheme;
}

function uriOf({ input }: vscode.Tab): string | undefined {
	return input instanceof vscode.TabInputText ? input.uri.toString() : undefined;
}
