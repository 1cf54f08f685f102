import * as vscode from 'vscode';
import { views } from '../../ids';
import { type Accounts, sampleService } from '../../services/accounts';
import { type SampleService, sampleSizes } from '../../services/sampleService';
import type { Services } from '../../services/services';
import { DisposableStore } from '../../shared/disposables';
import { pickOne } from '../../vscode/quickInput';

const { l10n } = vscode;

export function register({ commands, accounts, sample }: Services): vscode.Disposable {
	const store = new DisposableStore();
	store.add(commands.register('appErrors.exploreSampleData', () => trySampleData(accounts, sample)));
	store.add(stopWithAccount(accounts, sample));
	return store;
}

async function trySampleData(accounts: Accounts, sample: SampleService): Promise<void> {
	const answer = await pickOne<number>({
		title: l10n.t('Explore Sample Data'),
		placeholder: l10n.t('Choose the size of the sample data'),
		items: sampleSizes.map((value) => ({ label: sizeLabels[value](), value })),
		active: (value) => value === sample.size,
	});
	if (answer.kind !== 'value') {
		return;
	}
	await vscode.window.withProgress({ location: { viewId: views.applications } }, async () => {
		await sample.resize(answer.value);
		await sample.target();
	});
	const account = (await accounts.list()).find(({ service }) => service === sampleService);
	if (account) {
		await accounts.makeCurrent(account.id);
	} else {
		await accounts.add({ service: sampleService, label: l10n.t('Sample data'), allowInsecure: false }, '');
	}
	await vscode.commands.executeCommand(`${views.applications}.focus`);
}

const sizeLabels: { readonly [S in (typeof sampleSizes)[number]]: () => string } = {
	10000: () => l10n.t('10,000 records'),
	100000: () => l10n.t('100,000 records'),
	1000000: () => l10n.t('1,000,000 records'),
	5000000: () => l10n.t('5,000,000 records'),
};

function stopWithAccount(accounts: Accounts, sample: SampleService): vscode.Disposable {
	return accounts.onDidChange(() => {
		if (accounts.known?.all.every(({ service }) => service !== sampleService)) {
			void sample.stop();
		}
	});
}
