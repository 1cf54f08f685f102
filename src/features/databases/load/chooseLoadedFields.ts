import * as vscode from 'vscode';
import type { Column } from '../../../shared/results';
import { withoutIcons } from '../../../vscode/escaping';
import { pickMany } from '../../../vscode/quickInput';

const { l10n } = vscode;

/** Lets the user choose the fields to load. Personal fields are not selected by default. */
export async function chooseLoadedFields(
	columns: readonly Column[],
	known: readonly string[] | undefined,
	title: string,
): Promise<readonly string[] | undefined> {
	return pickMany({
		title,
		placeholder: l10n.t('Choose fields to load (visible to database users)'),
		items: columns.map(({ name, personal }) => ({
			label: withoutIcons(name),
			...(personal && { description: l10n.t('can identify a person or device') }),
			value: name,
			picked: known ? known.includes(name) : !personal,
		})),
	});
}
