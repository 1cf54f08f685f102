import { l10n } from 'vscode';
import type { ExportEntry } from '../../core/export/model/entry';
import type { ExportLibrary } from '../../services/exportLibrary';
import { inputText } from '../../vscode/quickInput';
import { describeRange } from '../../wording/planMessages';

export async function nameExport(exports: Pick<ExportLibrary, 'name'>, entry: ExportEntry): Promise<void> {
	const answer = await inputText({
		title: l10n.t('Name Export'),
		prompt: l10n.t('Name to show in the list of exports. Leave empty to show the date range.'),
		placeholder: describeRange(entry.stored.plan.range),
		value: entry.name ?? '',
	});
	if (answer.kind === 'value') {
		await exports.name(entry, answer.value);
	}
}
