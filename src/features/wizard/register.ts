import { type Disposable, l10n } from 'vscode';
import type { Plan } from '../../core/plan/plan';
import { type Account, sampleService } from '../../services/accounts';
import { runCommand } from '../../services/commands';
import { planFirstExport } from '../../services/devices/deviceChoice';
import { pickApplication } from '../../services/pickApplication';
import type { Services } from '../../services/services';
import type { ApplicationNode } from '../../services/treeNodes';
import { DisposableStore } from '../../shared/disposables';
import { runSteps, runWizard } from './runWizard';

export function register(services: Services): Disposable {
	const { commands, accounts, exports, applications } = services;
	const store = new DisposableStore();
	const repeat = async (account: Account, plan: Plan) =>
		runCommand('appErrors.runExport', {
			account,
			plan,
			zone: await exports.zoneFor(plan.application.id, applications),
		});

	store.add(
		commands.register('appErrors.exportErrors', async (node) => {
			const account = node?.account ?? (await accounts.signedIn());
			const plan = await startingPlan(services, account, node);
			const order = plan && (await runWizard(services, account, plan));
			if (order) {
				await runCommand(order.plan.view === 'synced' ? 'appErrors.syncPlan' : 'appErrors.runExport', order);
			}
		}),
	);
	store.add(commands.register('appErrors.changeExport', (change) => runSteps(services, change)));
	store.add(
		commands.register('appErrors.repeatLastExport', async () => {
			const account = await accounts.signedIn();
			const plan = services.plans.last(account);
			await (plan ? repeat(account, plan) : runCommand('appErrors.exportErrors'));
		}),
	);
	store.add(
		commands.register('appErrors.repeatExport', async (node) => {
			await (node ? repeat(node.account, node.entry.stored.plan) : runCommand('appErrors.repeatLastExport'));
		}),
	);
	return store;
}

async function startingPlan(
	{ plans, applications, deviceOffers }: Services,
	account: Account,
	node: ApplicationNode | undefined,
): Promise<Plan | undefined> {
	const saved = node
		? (plans.draft(account, node.application.id) ?? plans.last(account, node.application.id))
		: (plans.latestDraft(account) ?? plans.last(account));
	if (saved) {
		return saved;
	}
	const answer = node
		? ({ kind: 'value', value: node.application } as const)
		: await pickApplication(applications, { title: l10n.t('Export Errors') });
	if (answer.kind !== 'value') {
		return undefined;
	}
	const { id, name } = answer.value;
	return planFirstExport(deviceOffers, { id, name }, account.service === sampleService);
}
