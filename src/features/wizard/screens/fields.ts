import * as vscode from 'vscode';
import type { Field, FieldTable } from '../../../core/plan/fields';
import { presetFields, presetKinds } from '../../../core/wizard/fieldPresets';
import type { Move } from '../../../core/wizard/wizard';
import { DisposableStore } from '../../../shared/disposables';
import { pickOne } from '../../../vscode/quickInput';
import { byGroup } from './fieldItems';
import { groupLabel, presetLabel } from './labels';
import { toMove } from './moves';
import type { Screen } from './screen';

const { l10n } = vscode;

export const chooseFieldPreset: Screen<'fieldPresets'> = async ({ plan, fields, account, services, title }) => {
	const last = services.plans.last(account, plan.application.id)?.fields;
	const presets = presetKinds.map((preset) => ({ label: presetLabel(preset), names: presetFields(preset, fields) }));
	if (last) {
		presets.unshift({ label: l10n.t('Fields of the last export'), names: fields.ordered(last) });
	}
	const answer = await pickOne<readonly string[]>({
		title,
		placeholder: l10n.t('Choose a preset to start from'),
		items: presets.map(({ label, names }) => ({
			label,
			description: l10n.t('{0} of {1}', names.length, fields.all.length),
			detail: names.join(', '),
			value: names,
		})),
		canGoBack: true,
	});
	return toMove(answer, (names) => ({ change: { fields: names }, go: 'back' }));
};

interface FieldItem extends vscode.QuickPickItem {
	readonly field?: Field;
}

/** Shows the list of fields with the number of selected fields, because a search can hide selected fields. */
export const chooseFields: Screen<'fields'> = async ({ plan, fields, title }) => {
	const store = new DisposableStore();
	const ticked = new Set(plan.fields);
	let onlyTicked = false;
	try {
		const pick = store.add(vscode.window.createQuickPick<FieldItem>());
		pick.canSelectMany = true;
		pick.matchOnDescription = true;
		pick.ignoreFocusOut = true;
		pick.keepScrollPosition = true;
		const presets = { iconPath: new vscode.ThemeIcon('list-unordered'), tooltip: l10n.t('Presets…') };
		const showTicked = { iconPath: new vscode.ThemeIcon('checklist'), tooltip: l10n.t('Show Selected Only') };
		const showAll = { iconPath: new vscode.ThemeIcon('list-flat'), tooltip: l10n.t('Show All Fields') };

		const drawCount = () => {
			const personal = [...ticked].filter((name) => fields.get(name)?.personal).length;
			pick.title = `${title} · ${l10n.t('{0} of {1} fields', ticked.size, fields.offered.length)}`;
			pick.placeholder =
				personal === 0
					? l10n.t('Select fields (searching keeps the selection)')
					: l10n.t('{0} selected fields can identify a person', personal);
		};
		const drawItems = () => {
			const items = fieldItems(onlyTicked ? fields.offered.filter((field) => ticked.has(field.name)) : fields.offered);
			pick.buttons = [vscode.QuickInputButtons.Back, presets, onlyTicked ? showAll : showTicked];
			pick.items = items;
			pick.selectedItems = items.filter((item) => item.field && ticked.has(item.field.name));
		};
		drawCount();
		drawItems();

		return await new Promise<Move>((resolve) => {
			const leave = (go: Move['go']) => resolve({ change: { fields: chosen(fields, ticked) }, go });
			store.add(
				pick.onDidChangeSelection((selected) => {
					for (const { field } of pick.items) {
						if (field) {
							ticked.delete(field.name);
						}
					}
					for (const { field } of selected) {
						if (field) {
							ticked.add(field.name);
						}
					}
					drawCount();
				}),
			);
			store.add(
				pick.onDidTriggerButton((button) => {
					if (button === presets) {
						leave({ open: { kind: 'fieldPresets' } });
					} else if (button === showTicked || button === showAll) {
						onlyTicked = button === showTicked;
						drawItems();
					} else {
						leave('back');
					}
				}),
			);
			store.add(pick.onDidAccept(() => leave('hub')));
			store.add(pick.onDidHide(() => leave('dismiss')));
			pick.show();
		});
	} finally {
		store.dispose();
	}
};

function fieldItems(fields: readonly Field[]): FieldItem[] {
	return byGroup(fields).flatMap(([group, members]): FieldItem[] => [
		{ label: groupLabel(group), kind: vscode.QuickPickItemKind.Separator },
		...members.map((field) => ({
			label: field.name,
			description: [field.personal ? `$(person) ${l10n.t('personal')}` : '', field.meaning && l10n.t(field.meaning)]
				.filter((part) => part !== '')
				.join(' · '),
			field,
		})),
	]);
}

/** Returns the selected fields. Keeps unknown field names, so that the overview can report them. */
function chosen(fields: FieldTable, ticked: ReadonlySet<string>): string[] {
	return [...fields.ordered(ticked), ...[...ticked].filter((name) => !fields.get(name))];
}
