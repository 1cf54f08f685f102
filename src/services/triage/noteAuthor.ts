import * as vscode from 'vscode';
import { stateKeys } from '../../ids';
import { withoutIcons } from '../../vscode/escaping';
import { type GitRepository, gitResult } from '../../vscode/git';
import { pickOne } from '../../vscode/quickInput';
import type { Revisions } from '../revisions/revisions';

/** Author of triage notes, which other people can read. The user decides once whether notes contain a name. */
export class NoteAuthor {
	constructor(
		private readonly memento: vscode.Memento,
		private readonly revisions: Pick<Revisions, 'repositoryOf'>,
	) {}

	/** Returns the author's name, or '' for notes without a name. Returns undefined if the user dismisses the prompt. */
	async choose(): Promise<string | undefined> {
		const chosen = this.memento.get<string>(stateKeys.noteAuthor);
		if (chosen !== undefined) {
			return chosen;
		}
		const known = await this.nameInGit();
		const answer = await pickOne({
			title: vscode.l10n.t('Author of Your Notes'),
			placeholder: vscode.l10n.t('Choose or type a name for all your notes'),
			items: [
				...(known === ''
					? []
					: [{ label: withoutIcons(known), description: vscode.l10n.t('user.name in Git'), value: known }]),
				{ label: vscode.l10n.t('No Name'), value: '' },
			],
			typed: (text) => (text === '' ? undefined : { label: withoutIcons(text), value: text }),
		});
		if (answer.kind !== 'value') {
			return undefined;
		}
		await this.memento.update(stateKeys.noteAuthor, answer.value);
		return answer.value;
	}

	private async nameInGit(): Promise<string> {
		const [folder] = vscode.workspace.workspaceFolders ?? [];
		const found = folder && (await this.revisions.repositoryOf(folder.uri));
		if (!found || typeof found === 'string') {
			return '';
		}
		const { repository } = found;
		return (await nameFrom(repository, 'getConfig')) || (await nameFrom(repository, 'getGlobalConfig'));
	}
}

async function nameFrom(repository: GitRepository, method: 'getConfig' | 'getGlobalConfig'): Promise<string> {
	try {
		return (await gitResult(repository[method]('user.name'))).trim();
	} catch {
		return '';
	}
}
