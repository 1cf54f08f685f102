import * as vscode from 'vscode';
import type { Services } from '../../services/services';
import { pickOne } from '../../vscode/quickInput';

const { l10n } = vscode;

/** Warns that records are deleted with the container, and offers another folder. Returns whether to continue. */
export async function offerFolder({ exports, settings }: Pick<Services, 'exports' | 'settings'>): Promise<boolean> {
	if (!exports.goesWithContainer) {
		return true;
	}
	const title = l10n.t('Sync Records');
	const answer = await pickOne<'folder' | 'container'>({
		title,
		placeholder: l10n.t('Choose where to store the records'),
		items: [
			{ label: l10n.t('Choose a Folder…'), detail: l10n.t('Also used for new exports'), value: 'folder' },
			{
				label: l10n.t('Keep in the Container'),
				description: exports.root,
				detail: l10n.t('Lost when the container is rebuilt or deleted'),
				value: 'container',
			},
		],
	});
	if (answer.kind !== 'value' || answer.value === 'container') {
		return answer.kind === 'value';
	}
	const [folder] =
		(await vscode.window.showOpenDialog({
			title,
			openLabel: l10n.t('Choose Folder'),
			canSelectFiles: false,
			canSelectFolders: true,
			...(vscode.workspace.workspaceFolders?.[0] && { defaultUri: vscode.workspace.workspaceFolders[0].uri }),
		})) ?? [];
	if (folder) {
		await settings.saveUserSetting('appErrors.exports.folder', folder.fsPath);
	}
	return folder !== undefined;
}
