import * as vscode from 'vscode';

/** How the active group of editors was, so that a preview can be undone. */
export class ScreenMemory {
	private readonly group = vscode.window.tabGroups.activeTabGroup;
	private readonly groups = vscode.window.tabGroups.all.length;
	private readonly tabs = new Set(vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs.map(keyOf)));
	private readonly preview = this.group.activeTab?.isPreview ?? false;
	private readonly editor = vscode.window.activeTextEditor;
	private readonly selections = this.editor?.selections;
	private readonly visible = this.editor?.visibleRanges[0];

	/** Shows again what was there, closes what came, and gives the focus back. */
	async restore(): Promise<void> {
		const { tabGroups } = vscode.window;
		const { editor, selections, visible } = this;
		const came = tabGroups.all.flatMap(({ tabs }) => tabs).filter((tab) => tab.isPreview && !this.tabs.has(keyOf(tab)));
		if (editor && selections) {
			const again = await vscode.window.showTextDocument(editor.document, {
				viewColumn: this.group.viewColumn,
				preview: this.preview,
			});
			again.selections = selections;
			if (visible) {
				again.revealRange(visible, vscode.TextEditorRevealType.AtTop);
			}
		}
		// Showing a preview again may have taken the place of another one.
		const left = tabGroups.all
			.flatMap(({ tabs }) => tabs)
			.filter((tab) => came.some((one) => keyOf(one) === keyOf(tab)));
		if (left.length > 0) {
			await tabGroups.close(left, this.groups < tabGroups.all.length);
		}
	}
}

function keyOf({ input, label, group }: vscode.Tab): string {
	const place = input instanceof vscode.TabInputText ? input.uri.toString() : label;
	return `${group.viewColumn} ${place}`;
}
