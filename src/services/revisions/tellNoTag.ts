import * as vscode from 'vscode';
import type { NoTag } from '../../core/revisions/answers';
import type { GitRepository } from '../../vscode/git';
import { showInformation, showProgress } from '../../vscode/messages';
import { describeNoTag } from '../../wording/revisionMessages';
import type { AppVersion } from './revisions';

/** Says why no tag of a version is known, with a button where one helps. */
export async function tellNoTag(
	answer: NoTag,
	{ version }: AppVersion,
	repository: GitRepository | undefined,
): Promise<void> {
	const remote = repository?.state.remotes[0]?.name;
	const setPattern = vscode.l10n.t('Set the Pattern');
	const fetchTags = vscode.l10n.t('Fetch Tags');
	// A clone may have some tags and lack newer ones.
	const mayBeThere = (answer.kind === 'none' || answer.kind === 'noTags') && repository && remote !== undefined;
	const pressed = await showInformation(
		describeNoTag(answer, version),
		...(answer.kind === 'none' ? [setPattern] : []),
		...(mayBeThere ? [fetchTags] : []),
	);
	if (pressed === setPattern) {
		await vscode.commands.executeCommand('workbench.action.openSettings', 'appErrors.versionTags');
	} else if (mayBeThere && pressed === fetchTags) {
		await showProgress({ title: vscode.l10n.t('Fetching tags of {0}…', remote) }, () =>
			repository.fetch(remote, 'refs/tags/*:refs/tags/*'),
		);
	}
}
