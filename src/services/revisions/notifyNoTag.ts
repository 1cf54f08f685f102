import * as vscode from 'vscode';
import type { NoTag } from '../../core/revisions/results';
import type { GitRepository } from '../../vscode/git';
import { showInformation, showProgress } from '../../vscode/messages';
import { describeNoTag } from '../../wording/revisionMessages';
import type { AppVersion } from './revisions';

export async function notifyNoTag(
	answer: NoTag,
	{ version }: AppVersion,
	repository: GitRepository | undefined,
): Promise<void> {
	const remote = repository?.state.remotes[0]?.name;
	const setPattern = vscode.l10n.t('Set Tag Pattern');
	const fetchTags = vscode.l10n.t('Fetch Tags');
	// Newer tags may not have been fetched yet.
	const mayBeThere = (answer.kind === 'none' || answer.kind === 'noTags') && repository && remote !== undefined;
	const pressed = await showInformation(
		describeNoTag(answer, version),
		...(answer.kind === 'none' ? [setPattern] : []),
		...(mayBeThere ? [fetchTags] : []),
	);
	if (pressed === setPattern) {
		await vscode.commands.executeCommand('workbench.action.openSettings', 'appErrors.versionTags');
	} else if (mayBeThere && pressed === fetchTags) {
		await showProgress({ title: vscode.l10n.t('Fetching tags from {0}…', remote) }, () =>
			repository.fetch(remote, 'refs/tags/*:refs/tags/*'),
		);
	}
}
