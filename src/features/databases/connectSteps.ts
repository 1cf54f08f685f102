import * as vscode from 'vscode';
import { uniqueLabel } from '../../core/account/label';
import { AppError, isCancellation } from '../../core/common/errors';
import { isInsecure } from '../../core/service/address';
import type { DatabaseFacts } from '../../engine/protocol';
import { views } from '../../ids';
import { agreesToSendUnencrypted, promptAddress } from '../../services/address/addressEntry';
import type { DatabaseConnection } from '../../services/databases/databases';
import type { Services } from '../../services/services';
import { withoutIcons } from '../../vscode/escaping';
import { showInformation } from '../../vscode/messages';
import { inputText, pickOne } from '../../vscode/quickInput';
import { explain } from '../../wording/problemMessages';

const { l10n } = vscode;

type ConnectServices = Pick<Services, 'databases' | 'engine'>;

interface Draft {
	url: string;
	/** Unencrypted URL that the user approved for sending the password and the records. */
	consentedTo: string | undefined;
	user: string;
	password: string;
	facts: DatabaseFacts | undefined;
	database: string;
}

type Step = 'address' | 'consent' | 'user' | 'password' | 'database';
type Next = Step | 'done' | 'dismissed';

const boxes = 4;

export async function connectWithSteps(
	services: ConnectServices,
	known: { readonly url: string; readonly user: string } = { url: '', user: '' },
): Promise<void> {
	const { databases } = services;
	const draft: Draft = { ...known, consentedTo: undefined, password: '', facts: undefined, database: '' };
	let next: Next = 'address';
	while (next !== 'done' && next !== 'dismissed') {
		next = await steps[next](draft, services);
	}
	const { url, user, password, database, facts, consentedTo } = draft;
	if (next === 'dismissed' || !facts) {
		return;
	}
	const others = databases.list();
	const former = others.find((other) => other.url === url && other.user === user && other.database === database);
	const usual = database === '' ? new URL(url).host : database;
	const name =
		former?.name ??
		uniqueLabel(
			usual,
			others.map((other) => other.name),
		);
	const connection: DatabaseConnection = { name, url, user, database };
	await databases.add(connection, { password, allowInsecure: consentedTo === url });
	await vscode.commands.executeCommand(`${views.applications}.focus`);
	void showInformation(
		facts.mayChange
			? l10n.t('Connected to {0} (version {1}). This user can also load records.', name, facts.version)
			: l10n.t('Connected to {0} (version {1}, read-only user).', name, facts.version),
	);
}

const steps: { readonly [S in Step]: (draft: Draft, services: ConnectServices) => Promise<Next> } = {
	async address(draft) {
		const address = await promptAddress({
			title: l10n.t('Connect to Database'),
			step: { number: 1, of: boxes },
			prompt: l10n.t('URL of the ClickHouse HTTP interface'),
			placeholder: 'https://host:8443',
			value: draft.url,
		});
		if (address === undefined) {
			return 'dismissed';
		}
		draft.url = address;
		return 'consent';
	},

	async consent(draft) {
		const url = new URL(draft.url);
		if (!isInsecure(url) || draft.consentedTo === draft.url) {
			return 'user';
		}
		const question = l10n.t('Send the password to {0} without encryption?', url.host);
		const detail = l10n.t(
			'The URL starts with http, so anyone on the network can read the password and the records. Use an https URL if the database has one.',
		);
		if (!(await agreesToSendUnencrypted(question, detail))) {
			return 'address';
		}
		draft.consentedTo = draft.url;
		return 'user';
	},

	async user(draft) {
		const answer = await inputText({
			title: l10n.t('Connect to Database'),
			step: { number: 2, of: boxes },
			prompt: l10n.t('Database user (read access is sufficient)'),
			placeholder: 'default',
			value: draft.user,
			canGoBack: true,
		});
		if (answer.kind !== 'value') {
			return answer.kind === 'back' ? 'address' : 'dismissed';
		}
		draft.user = answer.value.trim();
		return 'password';
	},

	async password(draft, { engine }) {
		draft.facts = undefined;
		const { url, user } = draft;
		const allowInsecure = draft.consentedTo === url;
		const answer = await inputText({
			title: l10n.t('Connect to Database'),
			step: { number: 3, of: boxes },
			prompt: l10n.t('Password for {0} (validated before saving)', user || 'default'),
			secret: true,
			canGoBack: true,
			check: async (password, signal) => {
				try {
					const access = { url, user, database: '', password, allowInsecure };
					draft.facts = await engine.call('checkDatabase', { access }, { signal });
					return undefined;
				} catch (error) {
					if (!(error instanceof AppError) || isCancellation(error)) {
						throw error;
					}
					return explain(error.problem).message;
				}
			},
		});
		if (answer.kind !== 'value') {
			return answer.kind === 'back' ? 'user' : 'dismissed';
		}
		draft.password = answer.value;
		return 'database';
	},

	async database(draft) {
		const answer = await pickOne({
			title: l10n.t('Connect to Database'),
			placeholder: l10n.t('Choose databases to show'),
			items: [
				{ label: l10n.t('All accessible databases'), value: '' },
				...(draft.facts?.databases ?? []).map((name) => ({ label: withoutIcons(name), value: name })),
			],
			active: (value) => value === draft.database,
			canGoBack: true,
		});
		if (answer.kind !== 'value') {
			return answer.kind === 'back' ? 'password' : 'dismissed';
		}
		draft.database = answer.value;
		return 'done';
	},
};
