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
	const message = describeNoTag(answer, version);
	const remote = repository?.state.remotes[0]?.name;
	if (answer.kind === 'none') {
		const setPattern = vscode.l10n.t('Set the Pattern');
		if ((await showInformation(message, setPattern)) === setPattern) {
			await vscode.commands.executeCommand('workbench.action.openSettings', 'appErrors.versionTags');
		}
	} else if (answer.kind === 'noTags' && repository && remote !== undefined) {
		const fetchTags = vscode.l10n.t('Fetch Tags');
		if ((await showInformation(message, fetchTags)) === fetchTags) {
			await showProgress({ title: vscode.l10n.t('Fetching tags of {0}…', remote) }, () =>
				repository.fetch(remote, 'refs/tags/*:refs/tags/*'),
			);
		}
	} else {
		await showInformation(message);
	}
}
