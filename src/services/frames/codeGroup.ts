import * as vscode from 'vscode';
import { editors, traceScheme } from '../../ids';
import type { Settings } from '../../vscode/settings';
import type { CodePlace } from './frames';

/**
 * Which group of editors code is shown in. `ViewColumn.Beside` counts from the group that has the focus, so that it splits
 * the window once more with each step from code back to a trace; here one group is used again.
 */
export class CodeGroup {
	/** The last code that was shown. Groups themselves have no name that lasts: their columns move. */
	private last: { readonly uri: string; readonly column: vscode.ViewColumn | undefined } | undefined;

	constructor(private readonly settings: Pick<Settings, 'openCode'>) {}

	columnFor({ where, from = vscode.window.tabGroups.activeTabGroup.viewColumn }: CodePlace): vscode.ViewColumn {
		const beside = where === 'beside' || (where === 'asSet' && this.settings.openCode === 'beside');
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
		// A column that nobody has yet is made at the end.
		return (used ?? nearest)?.viewColumn ?? Math.min(all.length + 1, vscode.ViewColumn.Nine);
	}
}

/** Whether a person reads records or stack traces there: code would cover what led to it. */
function isReadIn({ activeTab }: vscode.TabGroup): boolean {
	const input = activeTab?.input;
	return input instanceof vscode.TabInputCustom
		? input.viewType === editors.results
		: input instanceof vscode.TabInputText && input.uri.scheme === traceScheme;
}

function uriOf({ input }: vscode.Tab): string | undefined {
	return input instanceof vscode.TabInputText ? input.uri.toString() : undefined;
}
