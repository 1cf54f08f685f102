import * as vscode from 'vscode';
import { getRealPath, isInside, type RealPath } from '../core/files/realPaths';
import { isOpenedFolderName } from '../core/sync/model/names';
import { editors } from '../ids';

/**
 * Returns all tabs that show a file in one of the folders, in any type of editor and regardless of how the path is
 * spelled.
 */
export async function tabsBelow(
	folders: readonly string[],
	realPath: RealPath = getRealPath,
): Promise<readonly vscode.Tab[]> {
	const roots = await Promise.all(folders.map((folder) => realPath(folder)));
	const tabs = vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs);
	const below = await Promise.all(
		tabs.map(async (tab) => {
			const paths = await Promise.all(getFiles(tab).map(({ fsPath }) => realPath(fsPath)));
			return paths.some((path) => roots.some((root) => isInside(root, path)));
		}),
	);
	return tabs.filter((_, index) => below[index]);
}

function getFiles({ input }: vscode.Tab): readonly vscode.Uri[] {
	return urisOf(input).filter(({ scheme }) => scheme === 'file');
}

export function getRecordFolders(tab: vscode.Tab): readonly string[] {
	return getFiles(tab)
		.map((file) => vscode.Uri.joinPath(file, '..'))
		.filter(({ path }) => isOpenedFolderName(path.split('/').at(-1) ?? ''))
		.map(({ fsPath }) => fsPath);
}

export function recordsShownIn(tab: vscode.Tab | undefined): vscode.Uri | undefined {
	const input = tab?.input;
	return input instanceof vscode.TabInputCustom && input.viewType === editors.results ? input.uri : undefined;
}

function urisOf(input: unknown): readonly vscode.Uri[] {
	if (input instanceof vscode.TabInputTextDiff) {
		return [input.original, input.modified];
	}
	return input instanceof vscode.TabInputText || input instanceof vscode.TabInputCustom ? [input.uri] : [];
}
