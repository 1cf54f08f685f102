import * as vscode from 'vscode';
import { AppError, isCancellation } from '../../core/common/errors';
import type { CopyOrSave } from '../../shared/results';
import { toAbortSignal } from '../../vscode/cancellation';
import { showProgress } from '../../vscode/messages';
import { describeRecordCount, formatBytes, formatCount } from '../../wording/formats';
import type { ResultsDocument } from './document';
import { fileExtensions, formatNames } from './recordFormats';

const { l10n } = vscode;

/** Asks for a place and writes records to it. @returns a message about what was saved, '' when nothing was. */
export async function saveRecords(document: Pick<ResultsDocument, 'uri' | 'save'>, what: CopyOrSave): Promise<string> {
	const extension = fileExtensions[what.format];
	const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
	const name = `${baseName(document.uri)}.${extension}`;
	const target = await vscode.window.showSaveDialog({
		title: l10n.t('Save records as {0}', formatNames[what.format]),
		...(folder && { defaultUri: vscode.Uri.joinPath(folder, name) }),
		filters: { [formatNames[what.format]]: [extension] },
	});
	if (!target) {
		return '';
	}
	if (target.scheme !== 'file') {
		throw new AppError({ kind: 'notOnDisk', scheme: target.scheme });
	}
	if (target.toString() === document.uri.toString()) {
		return l10n.t('Not saved: that is the file being shown. Choose another name.');
	}
	return write(document, what, target);
}

async function write(document: Pick<ResultsDocument, 'save'>, what: CopyOrSave, target: vscode.Uri): Promise<string> {
	const place = vscode.workspace.asRelativePath(target);
	return showProgress({ cancellable: true, title: l10n.t('Saving {0}', place) }, async (progress, token) => {
		let shown = 0;
		const onProgress = ({ records, of }: { records: number; of: number }) => {
			const percent = of === 0 ? 0 : (records / of) * 100;
			progress.report({
				message: l10n.t('{0} of {1}', formatCount(records), describeRecordCount(of)),
				increment: Math.max(0, percent - shown),
			});
			shown = Math.max(shown, percent);
		};
		try {
			const saved = await document.save(what, target.fsPath, { signal: toAbortSignal(token), onProgress });
			return l10n.t('Saved {0} ({1}) to {2}', describeRecordCount(saved.records), formatBytes(saved.bytes), place);
		} catch (error) {
			if (isCancellation(error)) {
				return '';
			}
			throw error;
		}
	});
}

/** The file's name without what tells its format. */
function baseName({ path }: vscode.Uri): string {
	return (path.split('/').at(-1) ?? '').replace(/(?:\.errors)?\.[^.]+$/, '');
}
