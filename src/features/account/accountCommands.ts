import * as vscode from 'vscode';
import { views } from '../../ids';
import { type Account, sampleService } from '../../services/accounts';
import { runCommand } from '../../services/commands';
import type { Services } from '../../services/services';
import { DisposableStore } from '../../shared/disposables';
import { showInformation } from '../../vscode/messages';
import { type Choice, pickOne, separator } from '../../vscode/quickInput';
import { plural } from '../../wording/formats';

const { l10n } = vscode;

export function registerAccountCommands({
	commands,
	accounts,
	tokenEntry,
}: Pick<Services, 'commands' | 'accounts' | 'tokenEntry'>): vscode.Disposable {
	const store = new DisposableStore();

	store.add(
		commands.register('appErrors.signOut', async (id) => {
			const current = await accounts.signedIn();
			const all = await accounts.list();
			const leaving = all.find((account) => account.id === id) ?? (await chooseToLeave(all, current));
			if (leaving) {
				await accounts.remove(leaving.id);
			}
		}),
	);

	store.add(
		commands.register('appErrors.switchAccount', async () => {
			const chosen = await chooseAccount(await accounts.list(), await accounts.current());
			if (chosen === 'another') {
				await runCommand('appErrors.signIn');
			} else if (chosen) {
				await accounts.makeCurrent(chosen.id);
				await vscode.commands.executeCommand(`${views.applications}.focus`);
			}
		}),
	);

	store.add(
		commands.register('appErrors.checkToken', async () => {
			const { id, label } = await accounts.signedIn();
			const { applications } = await vscode.window.withProgress({ location: { viewId: views.applications } }, () =>
				tokenEntry.checkAccount(id),
			);
			void showInformation(acceptedWords(label, applications));
		}),
	);

	store.add(
		commands.register('appErrors.replaceToken', async (id) => {
			const account = id ?? (await accounts.signedIn()).id;
			await tokenEntry.renew(await accounts.signedInSecret(account));
		}),
	);

	return store;
}

async function chooseToLeave(all: readonly Account[], current: Account): Promise<Account | undefined> {
	const answer = await pickOne({
		title: l10n.t('Sign Out'),
		placeholder: l10n.t('Removes the token from this machine. Your exports are kept.'),
		items: all.map((account) => toChoice(account, account.id === current.id)),
		active: (account) => account.id === current.id,
	});
	return answer.kind === 'value' ? answer.value : undefined;
}

async function chooseAccount(
	all: readonly Account[],
	current: Account | undefined,
): Promise<Account | 'another' | undefined> {
	const answer = await pickOne<Account | 'another'>({
		title: l10n.t('Switch Account'),
		placeholder: l10n.t('Select the account for the sidebar and exports'),
		items: [
			...all.map((account) => toChoice(account, account.id === current?.id)),
			separator(),
			{ label: l10n.t('$(add) Sign in to another account…'), value: 'another' },
		],
		active: (choice) => choice !== 'another' && choice.id === current?.id,
	});
	return answer.kind === 'value' ? answer.value : undefined;
}

function toChoice(account: Account, isCurrent: boolean): Choice<Account> {
	return {
		label: account.label,
		description: [account.service === sampleService ? '' : account.service, isCurrent ? l10n.t('current') : '']
			.filter((part) => part !== '')
			.join(' · '),
		value: account,
	};
}

function acceptedWords(label: string, applications: number | undefined): string {
	if (applications === undefined) {
		return l10n.t('The token for {0} is valid, but the list of applications has an unknown format.', label);
	}
	return plural(
		applications,
		{
			one: 'The token for {1} is valid. It can access {0} application.',
			other: 'The token for {1} is valid. It can access {0} applications.',
		},
		label,
	);
}
