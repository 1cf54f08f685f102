import * as vscode from 'vscode';

/** Remembers the state of an editor group, so that previews shown in it can be undone. */
export class ScreenMemory {
	private readonly groups = vscode.window.tabGroups.all.length;
	private readonly tabs = new Set(vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs.map(getKey)));
	private readonly preview: boolean;
	private readonly hasFocus: boolean;
	private readonly editor: vscode.TextEditor | undefined;
	private readonly selections: readonly vscode.Selection[] | undefined;
	private readonly visible: vscode.Range | undefined;

	/** @param column Column of the group, which may not exist yet */
	constructor(private readonly column: vscode.ViewColumn) {
		const { tabGroups, visibleTextEditors } = vscode.window;
		const group = tabGroups.all.find(({ viewColumn }) => viewColumn === column);
		this.preview = group?.activeTab?.isPreview ?? false;
		this.hasFocus = group?.isActive ?? false;
		this.editor = visibleTextEditors.find(({ viewColumn }) => viewColumn === column);
		this.selections = this.editor?.selections;
		this.visible = this.editor?.visibleRanges[0];
	}

	/** Restores the previous editor and the focus, and closes editors that were opened since. */
	async restore(): Promise<void> {
		const { tabGroups } = vscode.window;
		const { editor, selections, visible } = this;
		const came = tabGroups.all
			.flatMap(({ tabs }) => tabs)
			.filter((tab) => tab.isPreview && !this.tabs.has(getKey(tab)));
		if (editor && selections) {
			const again = await vscode.window.showTextDocument(editor.document, {
				viewColumn: this.column,
				preview: this.preview,
				preserveFocus: !this.hasFocus,
			});
			again.selections = selections;
			if (visible) {
				again.revealRange(visible, vscode.TextEditorRevealType.AtTop);
			}
		}
		// Reopening a preview may have replaced another preview, which is closed now.
		const left = tabGroups.all
			.flatMap(({ tabs }) => tabs)
			.filter((tab) => came.some((one) => getKey(one) === getKey(tab)));
		if (left.length > 0) {
			await tabGroups.close(left, !this.hasFocus || this.groups < tabGroups.all.length);
		}
	}
}

function getKey({ input, label, group }: vscode.Tab): string {
	const place = input instanceof vscode.TabInputText ? input.uri.toString() : label;
	return `${group.viewColumn} ${place}`;
}
