import * as vscode from 'vscode';
import type { FrameTarget } from '../../core/stack/locate/frameTarget';
import type { Frame } from '../../core/stack/trace/model';
import { DisposableStore } from '../../shared/disposables';
import { withoutIcons } from '../../vscode/escaping';
import { describeEvidence, describeFate } from '../../wording/frameMessages';
import { showTarget } from './frameNavigator';
import { ScreenMemory } from './screenMemory';

/**
 * Asks which of several places a frame means; shows each as it is looked at. Escape puts back what was there.
 *
 * @param column The group of editors that they are shown in.
 */
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
		pick.title = vscode.l10n.t('Go to {0}', withoutIcons(nameOf(frame)));
		pick.placeholder = vscode.l10n.t('Several sources fit this frame');
		pick.matchOnDescription = true;
		pick.matchOnDetail = true;
		pick.items = targets.map(itemOf);
		const chosen = await new Promise<FrameTarget | undefined>((resolve) => {
			store.add(
				pick.onDidChangeActive(([item]) => {
					if (item) {
						// One after the other: the last one looked at is the one that stays.
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
	const { file, line1, fate, evidence } = target;
	const slash = file.path.lastIndexOf('/');
	const fileName = file.path.slice(slash + 1);
	const folders = [
		...((vscode.workspace.workspaceFolders?.length ?? 0) > 1 ? [file.folder] : []),
		file.path.slice(0, Math.max(0, slash)),
	];
	const reasons = [...evidence.map(describeEvidence), describeFate(fate, fileName)].filter(
		(words) => words !== undefined,
	);
	return {
		label: withoutIcons(`${fileName}:${line1}`),
		description: withoutIcons(folders.filter(Boolean).join(' · ')),
		detail: withoutIcons(reasons.join(' · ')),
		target,
	};
}

/** The function as the trace has it, else what else it names; texts of traces have any length. */
function nameOf({ enclosing, method, file, text }: Frame): string {
	const name = enclosing ? [enclosing.type.split('.').at(-1), enclosing.method].filter(Boolean).join('.') : method;
	return (name ?? file ?? text.trim()).slice(0, 80);
}
