import * as vscode from 'vscode';
import { cut } from '../../core/common/plainText';
import type { Plan } from '../../core/plan/plan';
import { findSavedProblem, isOfApplication, planOfSaved, type SavedExport } from '../../core/savedExports/savedExport';
import type { Application } from '../../core/service/application';
import { type Account, sampleService } from '../../services/accounts';
import { runCommand } from '../../services/commands';
import type { PlannedExport } from '../../services/exportLibrary';
import type { Services } from '../../services/services';
import type { ApplicationNode, SavedExportNode } from '../../services/treeNodes';
import { showError, showWarning } from '../../vscode/messages';
import { pickOne } from '../../vscode/quickInput';
import { describeAgentRequest, describeSavedExportProblem } from '../../wording/requestMessages';

const { l10n } = vscode;

const maxDetailLength = 2_000;

type RunServices = Pick<Services, 'accounts' | 'applications' | 'exports' | 'savedExports' | 'settings'>;

/**
 * Runs a saved export with the current account. If the user has not confirmed the file's content yet, shows the content
 * first.
 */
export async function runSavedExport(services: RunServices, of: SavedExportNode | vscode.Uri): Promise<void> {
	const { accounts, exports, applications, savedExports, settings } = services;
	const uri = of instanceof vscode.Uri ? of : of.file.uri;
	const read = await savedExports.read(uri);
	const problem = read.ok ? findSavedProblem(read.saved, settings.fields)?.problem : read.problem;
	if (!read.ok || problem) {
		await reportProblem(uri, problem ? describeSavedExportProblem(problem) : '');
		return;
	}
	const { saved, text } = read;
	const account = await accounts.signedIn();
	const application = await findApplication(services, account, saved);
	if (!application) {
		return;
	}
	const { id, name } = application;
	const plan = planOfSaved(saved, { id, name }, settings.fields);
	const order = { account, plan, zone: await exports.zoneFor(id, applications) };
	if (!savedExports.isConfirmed(text)) {
		if (!(await confirm(saved, order, settings))) {
			return;
		}
		await savedExports.confirm(text);
	}
	await runCommand('appErrors.runExport', order);
}

async function reportProblem(uri: vscode.Uri, problem: string): Promise<void> {
	const open = l10n.t('Open File');
	if ((await showError(`${vscode.workspace.asRelativePath(uri)}: ${problem}`, open)) === open) {
		await vscode.window.showTextDocument(uri);
	}
}

/** Finds the application of a saved export. Returns undefined if the user cancels a prompt. */
async function findApplication(
	{ applications }: Pick<RunServices, 'applications'>,
	account: Account,
	saved: SavedExport,
): Promise<Plan['application'] | undefined> {
	const find = async () =>
		(await applications.nodes()).filter(({ application }) => isOfApplication(saved, application));
	let found = await find();
	if (found.length === 0) {
		await applications.load();
		found = await find();
	}
	if (found.length > 1) {
		return pickAmong(found);
	}
	const [node] = found;
	if (node) {
		return node.application;
	}
	const { id, name, bundle = '' } = saved.application;
	const exportAnyway = l10n.t('Export Anyway');
	const switchAccount = l10n.t('Switch Account…');
	const chosen = await showWarning(
		l10n.t('The account "{0}" does not list the application {1}.', account.label, name ?? id ?? bundle),
		...(id === undefined ? [] : [exportAnyway]),
		switchAccount,
	);
	if (chosen === switchAccount) {
		await runCommand('appErrors.switchAccount');
	}
	return chosen === exportAnyway && id !== undefined ? { id } : undefined;
}

async function pickAmong(nodes: readonly ApplicationNode[]): Promise<Application | undefined> {
	const answer = await pickOne({
		title: l10n.t('Run Export'),
		placeholder: l10n.t('Choose an application'),
		items: nodes.map(({ application }) => ({
			label: application.name ?? application.id,
			description: application.id,
			value: application,
		})),
	});
	return answer.kind === 'value' ? answer.value : undefined;
}

async function confirm(
	saved: SavedExport,
	{ account, plan, zone }: PlannedExport,
	{ fields }: Pick<Services['settings'], 'fields'>,
): Promise<boolean> {
	const personal = plan.fields.filter((name) => fields.get(name)?.personal);
	const run = l10n.t('Run Export');
	const detail = [
		...describeAgentRequest(plan, new Date(), zone).map((line) => cut(line, maxDetailLength)),
		...(personal.length > 0 ? [l10n.t('Personal fields: {0}', personal.join(', '))] : []),
		account.service === sampleService ? account.label : l10n.t('Account: {0} ({1})', account.label, account.service),
	];
	const chosen = await vscode.window.showWarningMessage(
		l10n.t('Run the saved export "{0}"?', saved.name),
		{ modal: true, detail: detail.join('\n\n') },
		run,
	);
	return chosen === run;
}
