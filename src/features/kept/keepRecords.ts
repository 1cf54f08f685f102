import * as vscode from 'vscode';
import { todayOf } from '../../core/kept/model/calendar';
import { firstPlan, type Plan } from '../../core/plan/plan';
import { resolveRange } from '../../core/plan/range';
import type { Application } from '../../core/service/application';
import type { Account } from '../../services/accounts';
import type { PlannedExport } from '../../services/exportLibrary';
import { pickApplication } from '../../services/pickApplication';
import type { Services } from '../../services/services';
import type { ApplicationNode } from '../../services/treeNodes';
import { formatCivil } from '../../shared/civilTime';
import { formatCount } from '../../wording/formats';
import { applicationName, describeFilters } from '../../wording/planMessages';
import { offerFolder } from './containerFolder';
import { pickFirstDay } from './firstDay';
import { applicationOf, keepPlan, keptFields, keptPlanOf } from './keepPlan';
import { openKept } from './openKept';

const { l10n } = vscode;

type Used = Pick<
	Services,
	'accounts' | 'applications' | 'exports' | 'kept' | 'keptSchedule' | 'log' | 'plans' | 'settings'
>;

/**
 * Begins a set of an application and fetches its records, the newest day first. What it keeps of each is what the
 * application's last export asked for.
 */
export async function keepRecords(services: Used, node: ApplicationNode | undefined): Promise<void> {
	const { applications, exports, plans } = services;
	const target = node ?? (await pickTarget(services));
	if (!target || !(await offerFolder(services))) {
		return;
	}
	const { account, application } = target;
	const zone = await exports.zoneFor(application.id, applications);
	const last = plans.last(account, application.id) ?? plans.draft(account, application.id);
	const plan = last ?? firstPlan(applicationOf(application));
	const since = await pickFirstDay({
		title: l10n.t('Keep the records of {0} current', applicationName({ application })),
		zone,
		today: todayOf(new Date(), zone),
		detail: describeQuestion(plan, last !== undefined),
	});
	if (since.kind === 'value') {
		const asked = { ...plan, application: applicationOf(application) };
		await keepPlan(services, account, keptPlanOf(asked, since.value), zone);
	}
}

/** Keeps what the wizard asked for, since the first day of its range. */
export async function keepWhatIsPlanned(services: Used, { account, plan, zone }: PlannedExport): Promise<void> {
	if (!(await offerFolder(services))) {
		return;
	}
	const since = formatCivil(resolveRange(plan.range, new Date(), zone).since).slice(0, 10);
	// The next time that the wizard is opened there is a set, and an export is what is wanted.
	await services.plans.saveLast(account, { ...plan, view: 'results' });
	await openKept(await keepPlan(services, account, keptPlanOf(plan, since), zone));
}

async function pickTarget({
	accounts,
	applications,
}: Used): Promise<{ readonly account: Account; readonly application: Application } | undefined> {
	const account = await accounts.signedIn();
	const answer = await pickApplication(applications, { title: l10n.t('Keep records current') });
	return answer.kind === 'value' ? { account, application: answer.value } : undefined;
}

function describeQuestion({ fields, filters }: Plan, isLast: boolean): string {
	const count = formatCount(keptFields(fields).length);
	if (!isLast) {
		return l10n.t('{0} fields. An export of the application with other fields or filters before changes that.', count);
	}
	return filters.length === 0
		? l10n.t('{0} fields, as in the last export', count)
		: l10n.t('{0} fields and {1}, as in the last export', count, describeFilters(filters).join(', '));
}
