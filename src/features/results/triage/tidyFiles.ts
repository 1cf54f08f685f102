import * as vscode from 'vscode';
import type { TriageEdit } from '../../../core/triage/editGroup';
import { TriageJudge } from '../../../core/triage/judgeGroup';
import { nameOfFile, planTidy, usualTidyDays } from '../../../core/triage/planTidy';
import type { TriageFile } from '../../../core/triage/triageEntries';
import type { TriageFiles } from '../../../services/triage/triageFiles';
import type { RecordsFacts } from '../../../shared/comparison';
import { toAbortSignal } from '../../../vscode/cancellation';
import { withoutIcons } from '../../../vscode/escaping';
import { showInformation, showProgress, showStatus } from '../../../vscode/messages';
import { type Choice, pickMany } from '../../../vscode/quickInput';
import { plural } from '../../../wording/formats';
import type { QueriedFile } from './editTriage';

const { l10n } = vscode;

interface Tidying {
	readonly choices: readonly (Choice<TriageEdit> & { readonly picked: boolean })[];
	/** Explains why no file is offered for deletion. Undefined if the records are sufficient for the decision. */
	readonly caveat: string | undefined;
}

/**
 * Lets the user select triage files to rename, to delete, or to move from the extension's storage to the workspace.
 * @param facts Undefined if the view doesn't show all records
 */
export async function tidyFiles(
	records: QueriedFile,
	application: string,
	facts: RecordsFacts | undefined,
	files: Pick<TriageFiles, 'entries' | 'filesToMove' | 'change'>,
): Promise<void> {
	if (application === '') {
		void showInformation(l10n.t('Only groups of exported or synced records have triage states.'));
		return;
	}
	const title = l10n.t('Comparing triage files with the records…');
	const { choices, caveat } = await showProgress({ title, cancellable: true }, (_progress, token) =>
		plan(records, application, facts, files, toAbortSignal(token)),
	);
	if (choices.length === 0) {
		void showInformation(caveat ?? l10n.t('No triage files need to be renamed or deleted.'));
		return;
	}
	if (caveat !== undefined) {
		void showInformation(caveat);
	}
	const edits = await pickMany({
		title: l10n.t('Tidy Triage'),
		placeholder: l10n.t('Choose which files to change'),
		items: choices,
	});
	if (edits && edits.length > 0) {
		await files.change(application, edits);
		showStatus(plural(edits.length, { one: 'Changed {0} triage file', other: 'Changed {0} triage files' }));
	}
}

async function plan(
	records: QueriedFile,
	application: string,
	facts: RecordsFacts | undefined,
	files: Pick<TriageFiles, 'entries' | 'filesToMove'>,
	signal: AbortSignal,
): Promise<Tidying> {
	const { info } = (await records.opened()).progress;
	const entries = await files.entries(application);
	const judge = new TriageJudge(records, info, entries, new Date(), signal);
	const isWhole = facts?.filters.length === 0 && facts.proof !== 'cut';
	const choices: Tidying['choices'][number][] = [];
	const add = (file: TriageFile, description: string, value: TriageEdit, picked: boolean) =>
		choices.push({ label: withoutIcons(nameOfFile(file)), description, value, picked });
	for (const file of await files.filesToMove(application)) {
		const edit = { id: file.id, document: file.entry.document, replaces: undefined };
		add(file, l10n.t('move to the workspace folder'), edit, true);
	}
	const kinds = new Set(entries.files.map(({ entry }) => entry.group.by));
	let isLongEnough = true;
	for (const kind of kinds) {
		const tidied = await planTidy(judge, { kind }, usualTidyDays, isWhole);
		isLongEnough &&= tidied.isLongEnough;
		const unused = new Set(tidied.unused);
		for (const { file, edit } of tidied.renames.filter((rename) => !unused.has(rename.file))) {
			add(file, l10n.t('rename to {0}, because the grouping changed', edit.id), edit, true);
		}
		for (const file of tidied.unused) {
			const edit = { id: file.id, document: undefined, replaces: undefined };
			add(file, l10n.t('delete: no records in the last {0} days', usualTidyDays), edit, false);
		}
	}
	return { choices, caveat: isWhole && isLongEnough ? undefined : describeCaveat(isWhole) };
}

function describeCaveat(isWhole: boolean): string {
	return isWhole
		? l10n.t('No unused files are listed, because the records cover less than {0} days.', usualTidyDays)
		: l10n.t('No unused files are listed, because the records are filtered or incomplete.');
}
