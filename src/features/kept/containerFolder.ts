import * as vscode from 'vscode';
import type { Services } from '../../services/services';
import { pickOne } from '../../vscode/quickInput';
import { explainContainer } from '../../wording/keptMessages';

const { l10n } = vscode;

/**
 * Tells whoever is about to keep records in a container that they go with it, and lets another folder be chosen.
 * @returns whether to go on
 */
export async function offerFolder({ exports, settings }: Pick<Services, 'exports' | 'settings'>): Promise<boolean> {
	if (!exports.goesWithContainer) {
		return true;
	}
	const title = l10n.t('Keep records current');
	const answer = await pickOne<'folder' | 'container'>({
		title,
		placeholder: explainContainer(),
		items: [
			{ label: l10n.t('Choose a Folder…'), detail: l10n.t('Also for exports from now on'), value: 'folder' },
			{ label: l10n.t('Keep Them in the Container'), detail: exports.root, value: 'container' },
		],
	});
	if (answer.kind !== 'value' || answer.value === 'container') {
		return answer.kind === 'value';
	}
	const [folder] =
		(await vscode.window.showOpenDialog({
			title,
			openLabel: l10n.t('Choose'),
			canSelectFiles: false,
			canSelectFolders: true,
			...(vscode.workspace.workspaceFolders?.[0] && { defaultUri: vscode.workspace.workspaceFolders[0].uri }),
		})) ?? [];
	if (folder) {
		await settings.saveUserSetting('appErrors.exportFolder', folder.fsPath);
	}
	return folder !== undefined;
}
