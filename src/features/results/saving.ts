import * as vscode from 'vscode';
import { AppError } from '../../core/common/errors';
import { saveWithProgress } from '../../services/savingRecords';
import type { CopyOrSave } from '../../shared/results';
import { isSameUri } from '../../vscode/sameUri';
import { describeRecordCount, formatBytes } from '../../wording/formats';
import type { ResultsDocument } from './document';
import { fileExtensions, formatNames } from './recordFormats';

const { l10n } = vscode;

/** Saves records to a file. Returns a status message, or '' if the user cancels. */
export async function saveRecords(document: Pick<ResultsDocument, 'uri' | 'save'>, what: CopyOrSave): Promise<string> {
	const extension = fileExtensions[what.format];
	const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
	const name = `${baseName(document.uri)}.${extension}`;
	const target = await vscode.window.showSaveDialog({
		title: l10n.t('Save Records as {0}', formatNames[what.format]),
		...(folder && { defaultUri: vscode.Uri.joinPath(folder, name) }),
		filters: { [formatNames[what.format]]: [extension] },
	});
	if (!target) {
		return '';
	}
	if (target.scheme !== 'file') {
		throw new AppError({ kind: 'notOnDisk', scheme: target.scheme });
	}
	if (isSameUri(target, document.uri)) {
		return l10n.t('Not saved: this file is open in the view. Choose another name.');
	}
	const place = vscode.workspace.asRelativePath(target);
	const saved = await saveWithProgress(place, (options) => document.save(what, target.fsPath, options));
	return saved
		? l10n.t('Saved {0} ({1}) to {2}', describeRecordCount(saved.records), formatBytes(saved.bytes), place)
		: '';
}

function baseName({ path }: vscode.Uri): string {
	return (path.split('/').at(-1) ?? '').replace(/(?:\.errors)?\.[^.]+$/, '');
}
