import * as vscode from 'vscode';
import { withoutTrailing } from '../core/endings';

/** The tabs of all groups that show a file below one of the folders, whatever shows it. */
export function tabsBelow(folders: readonly string[]): readonly vscode.Tab[] {
	const roots = folders.map((folder) => `${withoutTrailing(vscode.Uri.file(folder).path, '/')}/`);
	return vscode.window.tabGroups.all
		.flatMap(({ tabs }) => tabs)
		.filter((tab) => filesOf(tab).some(({ path }) => roots.some((root) => path.startsWith(root))));
}

/** Two of a comparison; none of a tab that shows no file on disk. */
export function filesOf({ input }: vscode.Tab): readonly vscode.Uri[] {
	return urisOf(input).filter(({ scheme }) => scheme === 'file');
}

function urisOf(input: unknown): readonly vscode.Uri[] {
	if (input instanceof vscode.TabInputTextDiff) {
		return [input.original, input.modified];
	}
	return input instanceof vscode.TabInputText || input instanceof vscode.TabInputCustom ? [input.uri] : [];
}
