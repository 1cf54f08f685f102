import * as vscode from 'vscode';
import { parseAddress } from '../../core/service/address';
import { tokenStep, walkthroughId } from '../../ids';
import type { Services } from '../../services/services';
import { DisposableStore } from '../../shared/disposables';
import { showStatus } from '../../vscode/messages';
import { inputText, pickOne } from '../../vscode/quickInput';
import type { Settings } from '../../vscode/settings';
import { addressMessages } from '../../wording/addressMessages';

const { l10n } = vscode;

/** Permissions that App Errors needs (service document, section 5.1, step 6). */
const permissions = ['analytics:read', 'analytics:write'] as const;

export function registerTokenGuide({
	commands,
	settings,
	extensionId,
}: Pick<Services, 'commands' | 'settings' | 'extensionId'>): vscode.Disposable {
	const store = new DisposableStore();
	store.add(
		commands.register('appErrors.openWalkthrough', () =>
			vscode.commands.executeCommand(
				'workbench.action.openWalkthrough',
				{ category: `${extensionId}#${walkthroughId}`, step: tokenStep },
				false,
			),
		),
	);
	store.add(
		commands.register('appErrors.openAppRegistration', async () => {
			const provider = await providerAddress(settings);
			if (provider !== undefined) {
				await open(`${provider}/client/new`);
			}
		}),
	);
	store.add(
		commands.register('appErrors.copyRedirectUri', async () => {
			const provider = await providerAddress(settings);
			if (provider !== undefined) {
				await copy(`${provider}/verification_code`);
			}
		}),
	);
	store.add(
		commands.register('appErrors.copyPermission', async (permission) => {
			const chosen = permissions.find((known) => known === permission) ?? (await choosePermission());
			if (chosen !== undefined) {
				await copy(chosen);
			}
		}),
	);
	store.add(
		commands.register('appErrors.requestToken', async () => {
			const provider = await providerAddress(settings);
			const appId = provider === undefined ? undefined : await promptApplicationId();
			if (appId !== undefined) {
				await open(`${provider}/authorize?response_type=token&client_id=${appId}`);
			}
		}),
	);
	return store;
}

async function providerAddress(settings: Settings): Promise<string | undefined> {
	const typed = parseAddress(settings.authUrl);
	if (typed.ok) {
		return typed.address;
	}
	const answer = await inputText({
		title: l10n.t('Identity provider'),
		prompt: l10n.t('URL of the identity provider that issues tokens. It is saved in your settings.'),
		placeholder: 'https://',
		value: settings.authUrl,
		check: async (text) => {
			const parsed = parseAddress(text);
			return parsed.ok ? undefined : addressMessages[parsed.problem]();
		},
	});
	const parsed = answer.kind === 'value' ? parseAddress(answer.value) : undefined;
	if (!parsed?.ok) {
		return undefined;
	}
	await settings.saveUserSetting('appErrors.authUrl', parsed.address);
	return parsed.address;
}

async function promptApplicationId(): Promise<string | undefined> {
	const answer = await inputText({
		title: l10n.t('Get a Token'),
		prompt: l10n.t('App ID (shown as the client ID by the identity provider)'),
		// Rejects characters that would have to be encoded, because the ID becomes part of a URL (RFC 3986, section 2.3).
		validate: (text) =>
			/^[\w.~-]+$/.test(text.trim()) ? undefined : l10n.t("The app ID can't contain spaces or special characters."),
	});
	return answer.kind === 'value' ? answer.value.trim() : undefined;
}

async function choosePermission(): Promise<(typeof permissions)[number] | undefined> {
	const answer = await pickOne({
		title: l10n.t('Copy Permission Name'),
		placeholder: l10n.t('Choose a permission to copy (the app needs both)'),
		items: permissions.map((value) => ({ label: value, value })),
	});
	return answer.kind === 'value' ? answer.value : undefined;
}

async function copy(text: string): Promise<void> {
	await vscode.env.clipboard.writeText(text);
	showStatus(l10n.t('Copied {0}', text));
}

async function open(address: string): Promise<void> {
	await vscode.env.openExternal(vscode.Uri.parse(address, true));
}
