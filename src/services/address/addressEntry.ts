import * as vscode from 'vscode';
import { parseAddress } from '../../core/service/address';
import { type InputOptions, inputText } from '../../vscode/quickInput';
import { addressMessages } from '../../wording/addressMessages';

const { l10n } = vscode;

/** Asks for a base address, and gives it in its canonical form; undefined when a person left it. */
export async function askAddress(
	box: Pick<InputOptions, 'title' | 'step' | 'prompt' | 'placeholder' | 'value'>,
): Promise<string | undefined> {
	const answer = await inputText({
		...box,
		// Half an address is no mistake yet, so it is looked at when it is done.
		check: async (text) => {
			const parsed = parseAddress(text);
			return parsed.ok ? undefined : addressMessages[parsed.problem]();
		},
	});
	const parsed = answer.kind === 'value' ? parseAddress(answer.value) : undefined;
	return parsed?.ok ? parsed.address : undefined;
}

/** @param question Whether to send it to the host all the same. @param detail What anyone on the way could read. */
export async function agreesToSendUnencrypted(question: string, detail: string): Promise<boolean> {
	// The first button is the one that Enter takes, and Escape takes the one marked as closing.
	const change: vscode.MessageItem = { title: l10n.t('Change Address'), isCloseAffordance: true };
	const agree: vscode.MessageItem = { title: l10n.t('Send Unencrypted') };
	return (await vscode.window.showWarningMessage(question, { modal: true, detail }, change, agree)) === agree;
}
