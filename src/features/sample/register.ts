import * as vscode from 'vscode';
import { firstPlan } from '../../core/plan/plan';
import { views } from '../../ids';
import { type Accounts, sampleService } from '../../services/accounts';
import { runCommand } from '../../services/commands';
import { type SampleService, sampleSizes, shownSampleApplication } from '../../services/sampleService';
import type { Services } from '../../services/services';
import { DisposableStore } from '../../shared/disposables';
import { pickOne } from '../../vscode/quickInput';

const { l10n } = vscode;

type SampleServices = Pick<Services, 'accounts' | 'applications' | 'exports' | 'sample'>;

export function register(services: Services): vscode.Disposable {
	const { commands, accounts, sample } = services;
	const store = new DisposableStore();
	store.add(commands.register('appErrors.exploreSampleData', () => exploreSampleData(services, sample.size)));
	store.add(commands.register('appErrors.changeSampleSize', () => changeSampleSize(services)));
	store.add(stopWithAccount(accounts, sample));
	return store;
}

async function changeSampleSize(services: SampleServices): Promise<void> {
	const { sample } = services;
	const answer = await pickOne<number>({
		title: l10n.t('Change Sample Data Size'),
		placeholder: l10n.t('Choose the size of the sample data'),
		items: sampleSizes.map((value) => ({ label: sizeLabels[value](), value })),
		active: (value) => value === sample.size,
	});
	if (answer.kind === 'value') {
		await exploreSampleData(services, answer.value);
	}
}

async function exploreSampleData(services: SampleServices, records: number): Promise<void> {
	const { accounts, applications, exports, sample } = services;
	await vscode.window.withProgress({ location: { viewId: views.applications } }, async () => {
		await sample.resize(records);
		await sample.target();
	});
	const known = (await accounts.list()).find(({ service }) => service === sampleService);
	if (known) {
		await accounts.makeCurrent(known.id);
	} else {
		await accounts.add({ service: sampleService, label: l10n.t('Sample data'), allowInsecure: false }, '');
	}
	await vscode.commands.executeCommand(`${views.applications}.focus`);
	await applications.load();
	const application = (await applications.nodes()).find(({ application: { id } }) => id === shownSampleApplication);
	if (application) {
		const { id, name } = application.application;
		const zone = await exports.zoneFor(id, applications);
		const plan = firstPlan({ id, name }, true);
		await runCommand('appErrors.runExport', { account: application.account, plan, zone });
	}
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
