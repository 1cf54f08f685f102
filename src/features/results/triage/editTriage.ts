import * as vscode from 'vscode';
import { recordVersions } from '../../../core/report/recordVersions';
import type { QueriedRecords } from '../../../core/report/viewFacts';
import type { TriageChange } from '../../../core/triage/changeTriage';
import { editGroup } from '../../../core/triage/editGroup';
import type { NoteAuthor } from '../../../services/triage/noteAuthor';
import type { TriageFiles } from '../../../services/triage/triageFiles';
import { groupWords } from '../../../shared/groupLabels';
import type { GroupValue } from '../../../shared/groupValue';
import type { ResultsHost } from '../../../shared/protocols/resultsProtocol';
import type { FileReading, GroupKey } from '../../../shared/results';
import { showWarning } from '../../../vscode/messages';
import { plural } from '../../../wording/formats';
import { promptChange } from './promptChange';

export interface QueriedFile extends QueriedRecords {
	opened(): Promise<FileReading>;
}

export interface TriageServices {
	readonly triageFiles: Pick<TriageFiles, 'entries' | 'change'>;
	readonly noteAuthor: Pick<NoteAuthor, 'choose'>;
}

/** Prompts for changes to the triage state of groups. Returns a status message, or '' if the user cancels. */
export async function editTriage(
	records: QueriedFile,
	application: string,
	{ key, values }: ResultsHost['editTriage']['params'],
	{ triageFiles, noteAuthor }: TriageServices,
	signal: AbortSignal,
): Promise<string> {
	const [first, ...others] = values;
	if (key.kind === 'column' || first === undefined) {
		return vscode.l10n.t('Groups by column values have no triage state.');
	}
	if (application === '') {
		return vscode.l10n.t('Only groups of exported or synced records have triage states.');
	}
	const isSingle = others.length === 0;
	const { title, place } = groupWords(key, first);
	const entries = await triageFiles.entries(application);
	const change = await promptChange({
		title: isSingle
			? vscode.l10n.t('Edit Triage: {0}', place || title)
			: plural(values.length, { one: 'Edit Triage: {0} group', other: 'Edit Triage: {0} groups' }),
		entry: isSingle ? entries.find(key, first)?.entry : undefined,
		newestVersion: () => newestVersion(records, signal),
		author: () => noteAuthor.choose(),
	});
	if (!change) {
		return '';
	}
	return saveTriage(application, key, values, change, triageFiles);
}

/** Applies the changes to the current files, which may have changed during the prompts. Returns a status message. */
export async function saveTriage(
	application: string,
	key: GroupKey,
	values: readonly GroupValue[],
	change: TriageChange,
	triageFiles: TriageServices['triageFiles'],
): Promise<string> {
	const current = await triageFiles.entries(application);
	const edits = values.map((value) => editGroup(current, key, value, change)).filter((edit) => edit !== undefined);
	await triageFiles.change(application, edits);
	const skipped = values.length - edits.length;
	if (skipped > 0) {
		const forms = { one: '{0} group was not changed', other: '{0} groups were not changed' };
		void showWarning(vscode.l10n.t('{0}, because the triage file is invalid.', plural(skipped, forms)));
	}
	const forms = { one: 'Saved the triage of {0} group', other: 'Saved the triage of {0} groups' };
	return edits.length === 0 ? '' : plural(edits.length, forms);
}

async function newestVersion(records: QueriedFile, signal: AbortSignal): Promise<string> {
	const { versionColumn: column } = (await records.opened()).progress.info;
	return column === undefined ? '' : ((await recordVersions(records, column, signal)).at(-1) ?? '');
}
