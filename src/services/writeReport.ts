import { dirname, relative, sep } from 'node:path';
import * as vscode from 'vscode';
import type { LinkTo, ReportDocument } from '../core/records/write/report/report';
import { reportHtml } from '../core/records/write/report/reportHtml';
import { reportMarkdown } from '../core/records/write/report/reportMarkdown';

const { l10n } = vscode;

/** Saves a report as HTML or Markdown, depending on the file extension. Returns a status message, or '' if canceled. */
export async function writeReport(report: ReportDocument): Promise<string> {
	const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
	const target = await vscode.window.showSaveDialog({
		title: l10n.t('Save Report'),
		...(folder && { defaultUri: vscode.Uri.joinPath(folder, `${fileName(report.title)}.md`) }),
		filters: { Markdown: ['md'], HTML: ['html'] },
	});
	if (!target) {
		return '';
	}
	const text = /\.html?$/i.test(target.path)
		? reportHtml(report, linksFrom(target))
		: reportMarkdown(report, linksFrom(target));
	await vscode.workspace.fs.writeFile(target, new TextEncoder().encode(text));
	return l10n.t('Saved to {0}', vscode.workspace.asRelativePath(target));
}

function fileName(title: string): string {
	return title.replace(/[\s/\\?#:*"<>|\p{Cc}\p{Cf}]+/gu, ' ').trim();
}

/** Returns a function that creates links to files in the report's workspace folder. Other files get no link. */
function linksFrom(target: vscode.Uri): LinkTo {
	const home = vscode.workspace.getWorkspaceFolder(target);
	return (file) => {
		const uri = vscode.Uri.parse(file, true);
		const isBeside =
			home !== undefined && vscode.workspace.getWorkspaceFolder(uri)?.uri.toString() === home.uri.toString();
		return isBeside ? relative(dirname(target.fsPath), uri.fsPath).split(sep).join('/') : undefined;
	};
}
