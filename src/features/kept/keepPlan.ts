import { l10n } from 'vscode';
import { asksTheSame, type KeptPlan } from '../../core/kept/model/keptSet';
import type { Plan } from '../../core/plan/plan';
import type { Zone } from '../../core/plan/range';
import type { Application } from '../../core/service/application';
import type { KeptEntry } from '../../engine/protocol';
import type { Account } from '../../services/accounts';
import type { Services } from '../../services/services';
import { showInformation } from '../../vscode/messages';
import { describeDay } from '../../wording/planMessages';
import { updateInWindow } from './updateInWindow';

/** The days of a set are those of receive time, by which its records are told apart. */
const timeField = 'error_receive_timestamp';

/** The fields that a set has: its records are told apart by the time that they were received at. */
export function keptFields(fields: readonly string[]): readonly string[] {
	return [...new Set([...fields, timeField])];
}

/** What a set keeps that is made of a plan. @param since `yyyy-mm-dd` */
export function keptPlanOf(
	{ application, format, fields, filters, skipUnavailableShards }: Plan,
	since: string,
): KeptPlan {
	return { application, format, fields: keptFields(fields), filters, skipUnavailableShards, since };
}

export function applicationOf({ id, name }: Application): Plan['application'] {
	return { id, ...(name !== undefined && { name }) };
}

/**
 * Begins a set and fetches its records; one that keeps the same already is updated in its place, from the earlier of the
 * two days on.
 * @returns the set, once it is updated
 */
export async function keepPlan(
	services: Pick<Services, 'accounts' | 'applications' | 'exports' | 'kept' | 'keptSchedule' | 'log'>,
	account: Account,
	plan: KeptPlan,
	zone: Zone,
): Promise<KeptEntry> {
	const { accounts, kept } = services;
	await accounts.signedIn();
	const same = (await kept.list(account)).find(({ known }) => known && asksTheSame(known.plan, plan));
	const entry = same ? await extended(kept, same, plan.since) : await kept.create(account, plan, zone);
	if (same) {
		void showInformation(sayIsKept(entry));
	}
	if (!entry.known?.paused && !entry.runsElsewhere && !kept.updateOf(entry)) {
		await updateInWindow(services, account, entry);
	}
	return entry;
}

async function extended(kept: Services['kept'], entry: KeptEntry, since: string): Promise<KeptEntry> {
	const isLater = entry.known !== undefined && entry.known.plan.since <= since;
	return isLater ? entry : kept.change(entry, { since });
}

function sayIsKept({ known, runsElsewhere }: KeptEntry): string {
	const since = describeDay(known?.plan.since ?? '');
	const { application } = known?.plan ?? {};
	const name = application?.name ?? application?.id ?? '';
	if (known?.paused) {
		return l10n.t('These records of {0} are kept already, since {1}. Their updates are paused.', name, since);
	}
	return runsElsewhere
		? l10n.t('These records of {0} are kept already, since {1}. Another window is updating them.', name, since)
		: l10n.t('These records of {0} are kept already, since {1}. They are updated, not kept twice.', name, since);
}
