import * as vscode from 'vscode';
import type { FrameTarget } from '../../core/stack/locate/frameTarget';
import type { Frame } from '../../core/stack/trace/model';
import { DisposableStore } from '../../shared/disposables';
import { withoutIcons } from '../../vscode/escaping';
import { describeEvidence, describeLineMapping } from '../../wording/frameMessages';
import { showTarget } from './frameNavigator';
import { ScreenMemory } from './screenMemory';

/** Lets the user pick a location for a frame. Previews the focused location; Escape restores the previous editors. */
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
						// Previews are opened sequentially, so that the item focused last remains visible.
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

/** Returns the function name in the trace, or other text if it is unknown. The result can be of any length. */
function getName({ enclosing, method, file, text }: Frame): string {
	const name = enclosing ? [enclosing.type.split('.').at(-1), enclosing.method].filter(Boolean).join('.') : method;
	return (name ?? file ?? text.trim()).slice(0, 80);
}
