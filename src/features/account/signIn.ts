import * as vscode from 'vscode';
import { hasLabel, uniqueLabel } from '../../core/account/label';
import { isInsecure } from '../../core/service/address';
import { views } from '../../ids';
import type { Account, Accounts } from '../../services/accounts';
import { agreesToSendUnencrypted, promptAddress } from '../../services/address/addressEntry';
import type { Services } from '../../services/services';
import type { CheckedToken } from '../../services/tokenPrompt';
import { showInformation } from '../../vscode/messages';
import { inputText } from '../../vscode/quickInput';
import { plural } from '../../wording/formats';

const { l10n } = vscode;

type SignInServices = Pick<Services, 'accounts' | 'settings' | 'tokenEntry' | 'log'>;

interface Draft {
	/** Service URL as entered by the user. After validation, the URL is in canonical form. */
	address: string;
	/** Unencrypted service URL that the user approved for sending the token. */
	consentedTo: string | undefined;
	checked: CheckedToken | undefined;
	label: string | undefined;
}

type Step = 'address' | 'consent' | 'token' | 'label';
type Next = Step | 'done' | 'dismissed';

const boxes = 3;

/** Prompts for a service URL, a valid token and a name. Nothing is stored before the last step. */
export async function signIn(services: SignInServices): Promise<Account | undefined> {
	const { accounts, settings, log } = services;
	const draft: Draft = { address: settings.baseUrl, consentedTo: undefined, checked: undefined, label: undefined };
	let next: Next = 'address';
	while (next !== 'done' && next !== 'dismissed') {
		next = await steps[next](draft, services);
	}
	const { address, consentedTo, checked, label } = draft;
	if (next === 'dismissed' || !checked) {
		return undefined;
	}
	const known = await accountWith(accounts, address, checked.token);
	if (known) {
		await accounts.makeCurrent(known.id);
	}
	const account =
		known ??
		(await accounts.add(
			{ service: address, label: label ?? hostOf(address), allowInsecure: consentedTo === address },
			checked.token,
		));
	if (settings.baseUrl !== address) {
		// The saved URL is only a convenience for the next sign-in, so the sign-in continues even if saving the URL fails.
		await settings.saveUserSetting('appErrors.baseUrl', address).catch(() => log.warn('the address was not saved'));
	}
	await vscode.commands.executeCommand(`${views.applications}.focus`);
	void showInformation(signedInWords(account, checked));
	return account;
}

const steps: { readonly [S in Step]: (draft: Draft, services: SignInServices) => Promise<Next> } = {
	async address(draft) {
		const address = await promptAddress({
			title: l10n.t('Sign In'),
			step: { number: 1, of: boxes },
			prompt: l10n.t('URL of the analytics service'),
			placeholder: 'https://',
			value: draft.address,
		});
		if (address === undefined) {
			return 'dismissed';
		}
		draft.address = address;
		return 'consent';
	},

	async consent(draft) {
		const url = new URL(draft.address);
		if (!isInsecure(url) || draft.consentedTo === draft.address) {
			return 'token';
		}
		const question = l10n.t('Send the token to {0} without encryption?', url.host);
		const detail = l10n.t(
			'The URL starts with http, so anyone on the network can read the token. Use an https URL if the service has one.',
		);
		if (!(await agreesToSendUnencrypted(question, detail))) {
			return 'address';
		}
		draft.consentedTo = draft.address;
		return 'token';
	},

	async token(draft, { accounts, tokenEntry }) {
		draft.checked = undefined;
		const answer = await tokenEntry.prompt({
			title: l10n.t('Sign In'),
			step: { number: 2, of: boxes },
			prompt: l10n.t('Token for {0} (validated before saving)', hostOf(draft.address)),
			canGoBack: true,
			service: { baseUrl: draft.address, allowInsecure: draft.consentedTo === draft.address },
		});
		if (answer.kind !== 'value') {
			return answer.kind === 'back' ? 'address' : 'dismissed';
		}
		draft.checked = answer.value;
		return (await accountWith(accounts, draft.address, answer.value.token)) ? 'done' : 'label';
	},

	async label(draft, { accounts }) {
		const taken = (await accounts.list()).map((account) => account.label);
		const usual = uniqueLabel(hostOf(draft.address), taken);
		const answer = await inputText({
			title: l10n.t('Sign In'),
			step: { number: 3, of: boxes },
			prompt: l10n.t('Account name, as shown in the Accounts menu'),
			placeholder: usual,
			value: draft.label ?? usual,
			canGoBack: true,
			validate: (text) => (hasLabel(taken, text) ? l10n.t('An account with this name already exists.') : undefined),
		});
		if (answer.kind !== 'value') {
			return answer.kind === 'back' ? 'token' : 'dismissed';
		}
		draft.label = answer.value.trim() || usual;
		return 'done';
	},
};

async function accountWith(accounts: Accounts, address: string, token: string): Promise<Account | undefined> {
	const all = await accounts.allSecrets();
	return all.find((account) => account.service === address && account.token === token);
}

function hostOf(address: string): string {
	return new URL(address).host;
}

function signedInWords({ label }: Account, { applications }: CheckedToken): string {
	if (applications === undefined) {
		return l10n.t('Signed in to {0}.', label);
	}
	return plural(
		applications,
		{ one: 'Signed in to {1}: {0} application found.', other: 'Signed in to {1}: {0} applications found.' },
		label,
	);
}
