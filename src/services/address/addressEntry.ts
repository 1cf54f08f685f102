import * as vscode from 'vscode';
import { parseAddress } from '../../core/service/address';
import { type InputOptions, inputText } from '../../vscode/quickInput';
import { addressMessages } from '../../wording/addressMessages';

const { l10n } = vscode;

export async function promptAddress(
	box: Pick<InputOptions, 'title' | 'step' | 'prompt' | 'placeholder' | 'value'>,
): Promise<string | undefined> {
	const answer = await inputText({
		...box,
		// The URL is validated only on submit, because an incomplete URL is not an error while the user is typing.
		check: async (text) => {
			const parsed = parseAddress(text);
			return parsed.ok ? undefined : addressMessages[parsed.problem]();
		},
	});
	const parsed = answer.kind === 'value' ? parseAddress(answer.value) : undefined;
	return parsed?.ok ? parsed.address : undefined;
}

/**
 * Prompts for consent to an unencrypted connection.
 * @param detail Description of the data that others on the network could read
 */
export async function agreesToSendUnencrypted(question: string, detail: string): Promise<boolean> {
	// Enter activates the first button, so the safe choice comes first. VS Code adds *Cancel* automatically.
	const [change, agree] = [l10n.t('Change URL'), l10n.t('Send Unencrypted')];
	return (await vscode.window.showWarningMessage(question, { modal: true, detail }, change, agree)) === agree;
}
