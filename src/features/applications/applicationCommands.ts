import * as vscode from 'vscode';
import { isApplicationId } from '../../core/plan/applicationId';
import type { Application } from '../../core/service/application';
import type { Account } from '../../services/accounts';
import { runCommand } from '../../services/commands';
import { pickApplication } from '../../services/pickApplication';
import type { Services } from '../../services/services';
import type { ApplicationNode } from '../../services/treeNodes';
import { DisposableStore } from '../../shared/disposables';
import { showStatus } from '../../vscode/messages';
import { inputText } from '../../vscode/quickInput';
import { explainPlanProblem } from '../../wording/problemMessages';
import type { ApplicationFilter } from './filter';
import { newestSet } from './newestSet';

const { l10n } = vscode;

interface ApplicationsControl {
	readonly filter: ApplicationFilter;
	readonly reload: () => Promise<void>;
	readonly reveal: (applicationId: string) => Promise<void>;
	readonly show: () => Thenable<unknown>;
	readonly selected: () => ApplicationNode | undefined;
}

interface CommandServices extends Pick<Services, 'applications'>, OpenApplicationServices {
	readonly accounts: Pick<Services['accounts'], 'signedIn'>;
	readonly commands: Pick<Services['commands'], 'register'>;
}

interface Target {
	readonly account: Account;
	readonly application: Application;
}

interface OpenApplicationServices {
	readonly exports: Pick<Services['exports'], 'list'>;
	readonly syncedRecords: Pick<Services['syncedRecords'], 'list'>;
}

export function registerCommands(services: CommandServices, view: ApplicationsControl): vscode.Disposable {
	const { accounts, applications, commands } = services;
	const store = new DisposableStore();

	async function targetOf(node: ApplicationNode | undefined, title: string): Promise<Target | undefined> {
		const row = node ?? view.selected();
		if (row) {
			return row;
		}
		const answer = await pickApplication(applications, { title });
		return answer.kind === 'value' ? { account: await accounts.signedIn(), application: answer.value } : undefined;
	}

	store.add(commands.register('appErrors.refreshApplications', () => view.reload()));

	store.add(
		commands.register('appErrors.openApplication', async (node) => {
			const target = await targetOf(node, l10n.t('Open Application'));
			if (target) {
				await openApplication(services, target.account, target.application);
			}
		}),
	);

	store.add(commands.register('appErrors.addApplication', () => addApplication(services, view)));

	store.add(
		commands.register('appErrors.removeApplication', async (node) => {
			const target = await targetOf(node, l10n.t('Remove from List'));
			if (target) {
				await applications.remove(target.account, target.application.id);
			}
		}),
	);

	store.add(
		commands.register('appErrors.pinApplication', async (node) => {
			const target = await targetOf(node, l10n.t('Pin to Top'));
			if (target) {
				await applications.pin(target.account, target.application.id, true);
			}
		}),
	);

	store.add(
		commands.register('appErrors.unpinApplication', async (node) => {
			const target = await targetOf(node, l10n.t('Unpin'));
			if (target) {
				await applications.pin(target.account, target.application.id, false);
			}
		}),
	);

	store.add(
		commands.register('appErrors.copyApplicationId', async (node) => {
			const target = await targetOf(node, l10n.t('Copy Application ID'));
			if (target) {
				await vscode.env.clipboard.writeText(target.application.id);
				showStatus(l10n.t('Copied {0}', target.application.id));
			}
		}),
	);

	store.add(commands.register('appErrors.filterApplications', () => filterApplications(services, view)));

	store.add(
		commands.register('appErrors.clearApplicationFilter', () => {
			view.filter.text = '';
		}),
	);

	return store;
}

async function addApplication({ accounts, applications }: CommandServices, view: ApplicationsControl): Promise<void> {
	const account = await accounts.signedIn();
	const answer = await inputText({
		title: l10n.t('Add Application by ID'),
		prompt: l10n.t("The application's numeric ID in the service, not the API key used in the app."),
		placeholder: '2599',
		validate: (text) =>
			isApplicationId(text.trim()) ? undefined : explainPlanProblem({ kind: 'applicationId', text: text.trim() }),
	});
	if (answer.kind === 'value') {
		const id = answer.value.trim();
		await applications.add(account, id);
		view.filter.text = '';
		await view.reveal(id);
	}
}

async function filterApplications(
	{ accounts }: Pick<CommandServices, 'accounts'>,
	view: Pick<ApplicationsControl, 'filter' | 'show'>,
): Promise<void> {
	await accounts.signedIn();
	const answer = await inputText({
		title: l10n.t('Filter Applications'),
		prompt: l10n.t('Filter by name, application ID, or bundle ID. Leave empty to show all.'),
		value: view.filter.text,
	});
	if (answer.kind === 'value') {
		view.filter.text = answer.value;
		await view.show();
	}
}

async function openApplication(
	{ exports, syncedRecords }: OpenApplicationServices,
	account: Account,
	application: Application,
): Promise<void> {
	const synced = (await syncedRecords.list(account))
		.filter(({ known }) => known?.plan.application.id === application.id)
		.map((entry) => ({ kind: 'syncedSet', account, entry, update: undefined }) as const);
	const set = newestSet(synced);
	if (set) {
		await runCommand('appErrors.openSyncedRecords', set);
		return;
	}
	const newest = (await exports.list(account)).entries.find(
		({ stored, outcome }) => outcome && stored.plan.application.id === application.id,
	);
	if (newest) {
		await runCommand('appErrors.openExport', { kind: 'export', account, entry: newest });
		return;
	}
	const node = { kind: 'application', account, application, pinned: false, added: false, listed: true } as const;
	await runCommand('appErrors.exportErrors', node);
}
