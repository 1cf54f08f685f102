import * as vscode from 'vscode';
import { isApplicationId } from '../../core/plan/applicationId';
import type { Application } from '../../core/service/application';
import type { Account } from '../../services/accounts';
import { pickApplication } from '../../services/pickApplication';
import type { Services } from '../../services/services';
import type { ApplicationNode } from '../../services/treeNodes';
import { DisposableStore } from '../../shared/disposables';
import { showStatus } from '../../vscode/messages';
import { inputText } from '../../vscode/quickInput';
import { explainPlanProblem } from '../../wording/problemMessages';
import type { ApplicationFilter } from './filter';

const { l10n } = vscode;

/** The view, as far as commands need it. */
interface ApplicationsControl {
	readonly filter: ApplicationFilter;
	/** Asks for everything again, with a person waiting. */
	readonly reload: () => Promise<void>;
	/** Selects an application's row and brings it into sight. */
	readonly reveal: (applicationId: string) => Promise<void>;
	readonly show: () => Thenable<unknown>;
	/** The application that is selected in the view. */
	readonly selected: () => ApplicationNode | undefined;
}

interface CommandServices extends Pick<Services, 'applications'> {
	readonly accounts: Pick<Services['accounts'], 'signedIn'>;
	readonly commands: Pick<Services['commands'], 'register'>;
}

interface Target {
	readonly account: Account;
	readonly application: Application;
}

/** What can be done with the list and with an application in it. */
export function registerCommands(
	{ accounts, applications, commands }: CommandServices,
	view: ApplicationsControl,
): vscode.Disposable {
	const store = new DisposableStore();

	/** The row the command was called on, else the selected one, else one that a person picks. */
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
		commands.register('appErrors.addApplication', async () => {
			const account = await accounts.signedIn();
			const answer = await inputText({
				title: l10n.t('Enter application ID'),
				prompt: l10n.t(
					"The application's numeric ID in the service. The key that the app itself is built with is another.",
				),
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
		}),
	);

	store.add(
		commands.register('appErrors.removeApplication', async (node) => {
			const target = await targetOf(node, l10n.t('Remove from list'));
			if (target) {
				await applications.remove(target.account, target.application.id);
			}
		}),
	);

	store.add(
		commands.register('appErrors.pinApplication', async (node) => {
			const target = await targetOf(node, l10n.t('Pin to top'));
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
			const target = await targetOf(node, l10n.t('Copy application ID'));
			if (target) {
				await vscode.env.clipboard.writeText(target.application.id);
				showStatus(l10n.t('Copied {0}', target.application.id));
			}
		}),
	);

	store.add(
		commands.register('appErrors.filterApplications', async () => {
			await accounts.signedIn();
			const answer = await inputText({
				title: l10n.t('Filter applications'),
				prompt: l10n.t('Words of the name, the ID or the bundle ID, in any order. Empty shows all.'),
				value: view.filter.text,
			});
			if (answer.kind === 'value') {
				view.filter.text = answer.value;
				await view.show();
			}
		}),
	);

	store.add(
		commands.register('appErrors.clearApplicationFilter', () => {
			view.filter.text = '';
		}),
	);

	return store;
}
