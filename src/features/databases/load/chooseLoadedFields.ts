import * as vscode from 'vscode';
import type { Column } from '../../../shared/results';
import { withoutIcons } from '../../../vscode/escaping';
import { pickMany } from '../../../vscode/quickInput';

const { l10n } = vscode;

/**
 * Asks which fields of the records leave this machine; those that can identify somebody are not ticked by themselves.
 * @param known What the dataset has, if there is one.
 * @returns undefined when a person left it
 */
export async function chooseLoadedFields(
	columns: readonly Column[],
	known: readonly string[] | undefined,
	title: string,
): Promise<readonly string[] | undefined> {
	return pickMany({
		title,
		placeholder: l10n.t('Fields to load; whoever may read the database can read them'),
		items: columns.map(({ name, personal }) => ({
			label: withoutIcons(name),
			...(personal && { description: l10n.t('can identify a person or device') }),
			value: name,
			picked: known ? known.includes(name) : !personal,
		})),
	});
}
