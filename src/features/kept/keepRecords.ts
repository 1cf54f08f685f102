import * as vscode from 'vscode';
import type { KeptPlan } from '../../core/kept/model/keptSet';
import { firstPlan, type Plan } from '../../core/plan/plan';
import { civilNow, type Zone, zoneName } from '../../core/plan/range';
import type { Application } from '../../core/service/application';
import type { Account } from '../../services/accounts';
import { pickApplication } from '../../services/pickApplication';
import type { Services } from '../../services/services';
import type { ApplicationNode } from '../../services/treeNodes';
import { addDays, formatCivil, parseCivil } from '../../shared/civilTime';
import { type Choice, pickOne } from '../../vscode/quickInput';
import { formatCount } from '../../wording/formats';
import { describeDay } from '../../wording/planMessages';
import { offerFolder } from './containerFolder';
import { updateInWindow } from './updateInWindow';

const { l10n } = vscode;

type Used = Pick<
	Services,
	'accounts' | 'applications' | 'exports' | 'kept' | 'keptSchedule' | 'log' | 'plans' | 'settings'
>;

/** Days before the present one with which a set may begin, for most: the days of the ranges that exports have. */
const daysBefore = [0, 7, 30, 90] as const;

/** The days of a set are those of receive time, by which its records are told apart. */
const timeField = 'error_receive_timestamp';

/**
 * Begins a set of an application and fetches its records, the newest day first. What it keeps of each is what the
 * application's last export asked for.
 */
export async function keepRecords(services: Used, node: ApplicationNode | undefined): Promise<void> {
	const { accounts, applications, exports, kept, plans } = services;
	const target = node ?? (await pickTarget(services));
	if (!target || !(await offerFolder(services))) {
		return;
	}
	const { account, application } = target;
	const zone = await exports.zoneFor(application.id, applications);
	const last = plans.last(account, application.id) ?? plans.draft(account, application.id);
	const plan = last ?? firstPlan(applicationOf(application));
	const since = await pickFirstDay(application, plan, last !== undefined, zone);
	if (since !== undefined) {
		await accounts.signedIn();
		const entry = await kept.create(account, keptPlan(application, plan, since), zone);
		await updateInWindow(services, account, entry);
	}
}

async function pickTarget({
	accounts,
	applications,
}: Used): Promise<{ readonly account: Account; readonly application: Application } | undefined> {
	const account = await accounts.signedIn();
	const answer = await pickApplication(applications, { title: l10n.t('Keep records current') });
	return answer.kind === 'value' ? { account, application: answer.value } : undefined;
}

async function pickFirstDay(
	application: Application,
	plan: Plan,
	isLast: boolean,
	zone: Zone,
): Promise<string | undefined> {
	const today = civilNow(new Date(), zone);
	const answer = await pickOne<string>({
		title: l10n.t('Keep the records of {0} current', application.name ?? application.id),
		placeholder: l10n.t(
			'Since which day, by receive time on the clock of {0}? Type another: yyyy-mm-dd',
			zoneName(zone),
		),
		items: daysBefore.map((days) => {
			const first = formatCivil(addDays(today, -days)).slice(0, 10);
			return {
				label: days === 0 ? l10n.t('Today') : l10n.t('Last {0} days', formatCount(days)),
				description: describeDay(first),
				detail: describeQuestion(plan, isLast),
				value: first,
			};
		}),
		typed: (text): Choice<string> | undefined => {
			const read = parseCivil(text, 'start');
			const day = read.ok ? formatCivil(read.time).slice(0, 10) : '';
			return read.ok && read.time.year >= 2000 && day <= formatCivil(today).slice(0, 10)
				? { label: l10n.t('Since {0}', describeDay(day)), detail: describeQuestion(plan, isLast), value: day }
				: undefined;
		},
	});
	return answer.kind === 'value' ? answer.value : undefined;
}

function describeQuestion({ fields, filters }: Plan, isLast: boolean): string {
	const count = formatCount(new Set([...fields, timeField]).size);
	if (!isLast) {
		return l10n.t('{0} fields. An export of the application with other fields or filters before changes that.', count);
	}
	return filters.length === 0
		? l10n.t('{0} fields, as in the last export', count)
		: l10n.t(
				'{0} fields and {1}, as in the last export',
				count,
				filters.map(({ field, value }) => `${field} = ${value}`).join(', '),
			);
}

function keptPlan(
	application: Application,
	{ format, fields, filters, skipUnavailableShards }: Plan,
	since: string,
): KeptPlan {
	return {
		application: applicationOf(application),
		format,
		fields: [...new Set([...fields, timeField])],
		filters,
		skipUnavailableShards,
		since,
	};
}

function applicationOf({ id, name }: Application): Plan['application'] {
	return { id, ...(name !== undefined && { name }) };
}
