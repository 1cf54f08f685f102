import * as vscode from 'vscode';
import type { NoRevisions, NoTag } from '../core/revisions/answers';

const { l10n } = vscode;

/** Why no tag of a version is known. */
export function describeNoTag(answer: NoTag, version: string): string {
	switch (answer.kind) {
		case 'several':
			return l10n.t('Several tags fit {0}: {1}.', version, answer.tags.join(', '));
		case 'none':
			return l10n.t('No tag fits {0}. Tags here look like {1}.', version, answer.examples.join(', '));
		case 'noTags':
			return l10n.t('The repository has no tags here, so the code of {0} is not known.', version);
		case 'unavailable':
			return noRevisions[answer.reason]();
	}
}

const noRevisions: { readonly [R in NoRevisions]: () => string } = {
	untrusted: () => l10n.t('Git is not asked in a folder that nobody trusts.'),
	absent: () => l10n.t('The Git extension of the editor is turned off.'),
	disabled: () => l10n.t('Git is turned off in the settings, or not installed.'),
	starting: () => l10n.t('Git is still looking for repositories.'),
	virtual: () => l10n.t('The file is not on this machine’s disk, so its revisions are not known.'),
	noRepository: () => l10n.t('The file is in no Git repository that is open.'),
	failed: () => l10n.t('Git did not answer. Its own log may tell why.'),
};
