import * as vscode from 'vscode';
import { refOfTag } from '../../services/revisions/repositoryTags';
import type { LinesNow, Revisions, VersionPlace } from '../../services/revisions/revisions';
import { showInformation } from '../../vscode/messages';
import { describeLineNow, describeUnmapped } from '../../wording/revisionMessages';
import { nameOfUri, promptVersion } from './promptVersion';

/** Compares a version's code with the current code. If the line no longer exists, opens only the version's code. */
export async function openAsOf(of: VersionPlace | undefined, revisions: Revisions): Promise<void> {
	const choice = await promptVersion(of, vscode.l10n.t('Open File at Version'), revisions);
	if (!choice) {
		return;
	}
	const { file, tag, label, line1 } = choice;
	const there = await revisions.fileAt(file, tag);
	if (!there) {
		void showInformation(describeUnmapped({ kind: 'noFile', tag }, label));
		return;
	}
	const then = there.git.toGitUri(there.file, refOfTag(tag));
	const document = await vscode.workspace.openTextDocument(file);
	const found: LinesNow | undefined =
		of && line1 !== undefined ? await revisions.mapLines(document, of.version, [line1]) : undefined;
	const [now] = found?.kind === 'mapped' ? found.lines : [];
	if (line1 !== undefined && (now?.kind === 'gone' || now?.kind === 'absent')) {
		await vscode.window.showTextDocument(then, { selection: startOf(line1), preview: false });
		void showInformation(describeLineNow(now, line1, label, tag) ?? '');
		return;
	}
	const { activeTextEditor } = vscode.window;
	const atCursor =
		line1 === undefined && activeTextEditor?.document === document ? activeTextEditor.selection : undefined;
	const selection = now && 'line1' in now ? startOf(now.line1) : atCursor;
	const title = vscode.l10n.t('{0} ({1} ↔ Current)', nameOfUri(file), label);
	await vscode.commands.executeCommand('vscode.diff', then, file, title, {
		preview: false,
		...(selection && { selection }),
	});
	if (found?.kind === 'unmapped') {
		void showInformation(describeUnmapped(found.reason, label));
	}
}

function startOf(line1: number): vscode.Range {
	return new vscode.Range(line1 - 1, 0, line1 - 1, 0);
}
