import * as vscode from 'vscode';
import type { Plan } from '../../core/plan/plan';
import { resolveRange } from '../../core/plan/range';
import type { Application } from '../../core/service/application';
import { getToday } from '../../core/sync/model/calendar';
import { getSyncPlan, syncedFields } from '../../core/sync/model/syncedSet';
import { type Account, sampleService } from '../../services/accounts';
import { planFirstExport } from '../../services/devices/deviceChoice';
import type { PlannedExport } from '../../services/exportLibrary';
import { pickApplication } from '../../services/pickApplication';
import type { Services } from '../../services/services';
import type { ApplicationNode } from '../../services/treeNodes';
import { formatCivil } from '../../shared/civilTime';
import { pickOne } from '../../vscode/quickInput';
import { formatCount } from '../../wording/formats';
import { applicationName, describeFilters } from '../../wording/planMessages';
import { pickFirstDay } from './firstDay';
import { openSyncedSet } from './openSyncedSet';
import { syncPlanned } from './syncPlanned';

const { l10n } = vscode;

type SyncRecordsServices = Pick<
	Services,
	| 'accounts'
	| 'applications'
	| 'deviceKeys'
	| 'deviceOffers'
	| 'exports'
	| 'syncedRecords'
	| 'syncSchedule'
	| 'log'
	| 'plans'
	| 'settings'
>;

export async function syncRecords(services: SyncRecordsServices, node: ApplicationNode | undefined): Promise<void> {
	const { applications, deviceOffers, exports, plans } = services;
	const target = node ?? (await pickTarget(services));
	if (!target || !(await offerFolder(services))) {
		return;
	}
	const { account, application } = target;
	const zone = await exports.zoneFor(application.id, applications);
	const last = plans.last(account, application.id) ?? plans.draft(account, application.id);
	const plan = last ?? (await planFirstExport(deviceOffers, application, account.service === sampleService));
	if (!plan) {
		return;
	}
	const since = await pickFirstDay({
		title: l10n.t('Sync Records of {0}', applicationName({ application })),
		zone,
		today: getToday(new Date(), zone),
		detail: describeQuestion(plan, last !== undefined),
	});
	if (since.kind === 'value') {
		const asked = { ...plan, application };
		await openSyncedSet(await syncPlanned(services, account, getSyncPlan(asked, since.value), zone));
	}
}

export async function syncFromWizard(
	services: SyncRecordsServices,
	{ account, plan, zone }: PlannedExport,
): Promise<void> {
	if (!(await offerFolder(services))) {
		return;
	}
	const since = formatCivil(resolveRange(plan.range, new Date(), zone).since).slice(0, 10);
	// Stores the results view as the output, so that the wizard suggests an export next time, not a sync.
	await services.plans.saveLast(account, { ...plan, view: 'results' });
	await openSyncedSet(await syncPlanned(services, account, getSyncPlan(plan, since), zone));
}

async function pickTarget({
	accounts,
	applications,
}: SyncRecordsServices): Promise<{ readonly account: Account; readonly application: Application } | undefined> {
	const account = await accounts.signedIn();
	const answer = await pickApplication(applications, { title: l10n.t('Sync Records') });
	return answer.kind === 'value' ? { account, application: answer.value } : undefined;
}

function describeQuestion({ fields, filters }: Plan, isLast: boolean): string {
	const count = formatCount(syncedFields(fields).length);
	if (!isLast) {
		return l10n.t('Uses {0} fields. To use other fields or filters, export this application with them first.', count);
	}
	return filters.length === 0
		? l10n.t('Uses the {0} fields of your last export', count)
		: l10n.t('Uses the {0} fields and the filter {1} of your last export', count, describeFilters(filters).join(', '));
}

async function offerFolder({ exports, settings }: Pick<Services, 'exports' | 'settings'>): Promise<boolean> {
	if (!exports.goesWithContainer) {
		return true;
	}
	const title = l10n.t('Sync Records');
	const answer = await pickOne<'folder' | 'container'>({
		title,
		placeholder: l10n.t('Choose where to store the records'),
		items: [
			{ label: l10n.t('Choose a Folder…'), detail: l10n.t('Also used for new exports'), value: 'folder' },
			{
				label: l10n.t('Keep in the Container'),
				description: exports.root,
				detail: l10n.t('Lost when the container is rebuilt or deleted'),
				value: 'container',
			},
		],
	});
	if (answer.kind !== 'value' || answer.value === 'container') {
		return answer.kind === 'value';
	}
	const [folder] =
		(await vscode.window.showOpenDialog({
			title,
			openLabel: l10n.t('Choose Folder'),
			canSelectFiles: false,
			canSelectFolders: true,
			...(vscode.workspace.workspaceFolders?.[0] && { defaultUri: vscode.workspace.workspaceFolders[0].uri }),
		})) ?? [];
	if (folder) {
		await settings.saveUserSetting('appErrors.exports.folder', folder.fsPath);
	}
	return folder !== undefined;
}
