import { l10n } from 'vscode';
import { showInformation } from '../vscode/messages';

/**
 * Returns a command for a row. If it is run without a row, such as from a keybinding, it reports where to find the
 * command.
 */
export function needsRow<N, R>(run: (node: N) => R): (node?: N) => R | undefined {
	return (node) => {
		if (node === undefined) {
			void showInformation(l10n.t('Run this command from the menu of a row in the Applications view.'));
			return undefined;
		}
		return run(node);
	};
}
