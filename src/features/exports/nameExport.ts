import { l10n } from 'vscode';
import type { ExportEntry } from '../../core/export/model/entry';
import type { ExportLibrary } from '../../services/exportLibrary';
import { inputText } from '../../vscode/quickInput';
import { describeRange } from '../../wording/planMessages';

/** Asks for the name under which a past export is listed. */
export async function nameExport(exports: Pick<ExportLibrary, 'name'>, entry: ExportEntry): Promise<void> {
	const answer = await inputText({
		title: l10n.t('Name an export'),
		prompt: l10n.t('Listed under this name from now on. Leave it empty to list it by its range again.'),
		placeholder: describeRange(entry.stored.plan.range),
		value: entry.name ?? '',
	});
	if (answer.kind === 'value') {
		await exports.name(entry, answer.value);
	}
}
