import * as vscode from 'vscode';
import { isInside, type RealPath, realPathOf } from '../core/files/realPaths';
import { isOpenedFolderName } from '../core/kept/model/names';
import { editors } from '../ids';

/** The tabs of all groups that show a file below one of the folders, whatever shows it and by whatever path. */
export async function tabsBelow(
	folders: readonly string[],
	realPath: RealPath = realPathOf,
): Promise<readonly vscode.Tab[]> {
	const roots = await Promise.all(folders.map((folder) => realPath(folder)));
	const tabs = vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs);
	const below = await Promise.all(
		tabs.map(async (tab) => {
			const paths = await Promise.all(filesOf(tab).map(({ fsPath }) => realPath(fsPath)));
			return paths.some((path) => roots.some((root) => isInside(root, path)));
		}),
	);
	return tabs.filter((_, index) => below[index]);
}

/** Two of a comparison; none of a tab that shows no file on disk. */
function filesOf({ input }: vscode.Tab): readonly vscode.Uri[] {
	return urisOf(input).filter(({ scheme }) => scheme === 'file');
}

/** The folders of a tab's files that may be those of an export or of kept records, by their names. */
export function recordFoldersOf(tab: vscode.Tab): readonly string[] {
	return filesOf(tab)
		.map((file) => vscode.Uri.joinPath(file, '..'))
		.filter(({ path }) => isOpenedFolderName(path.split('/').at(-1) ?? ''))
		.map(({ fsPath }) => fsPath);
}

/** The file whose records a tab shows in a results view; undefined where it shows something else. */
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
