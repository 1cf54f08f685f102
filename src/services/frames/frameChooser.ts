import * as vscode from 'vscode';
import type { FrameTarget } from '../../core/stack/locate/frameTarget';
import type { Frame } from '../../core/stack/trace/model';
import { DisposableStore } from '../../shared/disposables';
import { withoutIcons } from '../../vscode/escaping';
import { describeEvidence, describeLineMapping } from '../../wording/frameMessages';
import { showTarget } from './frameNavigator';

/** Prompts for a location of a frame and previews the focused location. Escape restores the previous editors. */
export async function chooseTarget(
	frame: Frame,
	targets: readonly FrameTarget[],
	column: vscode.ViewColumn,
): Promise<FrameTarget | undefined> {
	const store = new DisposableStore();
	const before = new ScreenMemory(column);
	let shown: Promise<unknown> = Promise.resolve();
	try {
		const pick = store.add(vscode.window.createQuickPick<TargetItem>());
		pick.title = vscode.l10n.t('Go to {0}', withoutIcons(getName(frame)));
		pick.placeholder = vscode.l10n.t('Several source files match this frame');
		pick.matchOnDescription = true;
		pick.matchOnDetail = true;
		pick.items = targets.map(itemOf);
		const chosen = await new Promise<FrameTarget | undefined>((resolve) => {
			store.add(
				pick.onDidChangeActive(([item]) => {
					if (item) {
						// Previews are opened one after another, so that the preview of the last focused item stays visible.
						shown = shown.then(() => showTarget(item.target, { column, preview: true })).catch(() => undefined);
					}
				}),
			);
			store.add(pick.onDidAccept(() => resolve((pick.selectedItems[0] ?? pick.activeItems[0])?.target)));
			store.add(pick.onDidHide(() => resolve(undefined)));
			pick.show();
		});
		await shown;
		if (!chosen) {
			await before.restore();
		}
		return chosen;
	} finally {
		store.dispose();
	}
}

interface TargetItem extends vscode.QuickPickItem {
	readonly target: FrameTarget;
}

function itemOf(target: FrameTarget): TargetItem {
	const { file, line1, lineMapping, evidence } = target;
	const slash = file.path.lastIndexOf('/');
	const fileName = file.path.slice(slash + 1);
	const folders = [
		...((vscode.workspace.workspaceFolders?.length ?? 0) > 1 ? [file.folder] : []),
		file.path.slice(0, Math.max(0, slash)),
	];
	const reasons = [...evidence.map(describeEvidence), describeLineMapping(lineMapping, fileName)].filter(
		(words) => words !== undefined,
	);
	return {
		label: withoutIcons(`${fileName}:${line1}`),
		description: withoutIcons(folders.filter(Boolean).join(' · ')),
		detail: withoutIcons(reasons.join(' · ')),
		target,
	};
}

function getName({ enclosing, method, file, text }: Frame): string {
	const name = enclosing ? [enclosing.type.split('.').at(-1), enclosing.method].filter(Boolean).join('.') : method;
	return (name ?? file ?? text.trim()).slice(0, 80);
}

class ScreenMemory {
	private readonly groups = vscode.window.tabGroups.all.length;
	private readonly tabs = new Set(vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs.map(getKey)));
	private readonly preview: boolean;
	private readonly hasFocus: boolean;
	private readonly editor: vscode.TextEditor | undefined;
	private readonly selections: readonly vscode.Selection[] | undefined;
	private readonly visible: vscode.Range | undefined;

	constructor(private readonly column: vscode.ViewColumn) {
		const { tabGroups, visibleTextEditors } = vscode.window;
		const group = tabGroups.all.find(({ viewColumn }) => viewColumn === column);
		this.preview = group?.activeTab?.isPreview ?? false;
		this.hasFocus = group?.isActive ?? false;
		this.editor = visibleTextEditors.find(({ viewColumn }) => viewColumn === column);
		this.selections = this.editor?.selections;
		this.visible = this.editor?.visibleRanges[0];
	}

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
		// Closes the remaining previews. If the original editor was a preview, reopening that editor has already replaced a
		// preview.
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
