import * as vscode from 'vscode';
import { daysBefore, todayOf } from '../../core/kept/model/calendar';
import type { KeptChange } from '../../core/kept/model/changes';
import type { KeptPlan } from '../../core/kept/model/keptSet';
import { firstPlan, type Plan } from '../../core/plan/plan';
import type { KnownSet } from '../../engine/protocol';
import { runCommand } from '../../services/commands';
import type { Services } from '../../services/services';
import type { KeptNode } from '../../services/treeNodes';
import { withoutIcons } from '../../vscode/escaping';
import { showStatus } from '../../vscode/messages';
import { type Choice, type InputAnswer, pickOne } from '../../vscode/quickInput';
import { formatCount } from '../../wording/formats';
import { describeKeepDays } from '../../wording/keptMessages';
import { applicationName, describeDay, describeFilters } from '../../wording/planMessages';
import { agreesToChange, agreesToOtherFilters } from './confirmChange';
import { pickFirstDay } from './firstDay';
import { keepPlan, keptFields } from './keepPlan';
import { updateInWindow } from './updateInWindow';

const { l10n } = vscode;

type Used = Pick<Services, 'accounts' | 'applications' | 'exports' | 'kept' | 'keptSchedule' | 'log'>;
type Part = 'since' | 'fields' | 'filters' | 'keepDays';

/** Days that may be kept, for most. */
const usualKeepDays = [7, 30, 90, 365] as const;

/** Fewer days would be none but those that are still open, and each would go before it is settled. */
const leastKeepDays = 2;

/** Changes what a set is about. What comes of it is said before, and what has to be asked is asked at once. */
export async function changeKept(
	services: Used,
	{ account, entry }: Pick<KeptNode, 'account' | 'entry'>,
): Promise<void> {
	const { known } = entry;
	if (!known) {
		return;
	}
	for (;;) {
		const part = await pickPart(known);
		if (part.kind !== 'value') {
			return;
		}
		const answer = await steps[part.value](known, account);
		if (answer.kind === 'dismissed') {
			return;
		}
		if (answer.kind === 'value') {
			await apply(services, { account, entry }, known, answer.value);
			return;
		}
	}
}

type Changed = KeptChange | Pick<KeptPlan, 'filters'>;

async function apply(
	services: Used,
	{ account, entry }: Pick<KeptNode, 'account' | 'entry'>,
	known: KnownSet,
	change: Changed,
): Promise<void> {
	const { kept } = services;
	if ('filters' in change) {
		const plan = { ...known.plan, filters: change.filters };
		if (await agreesToOtherFilters(plan)) {
			await keepPlan(services, account, plan, known.zone);
		}
		return;
	}
	const effect = await kept.effectOf(entry, change);
	if (!(await agreesToChange(known, change, effect))) {
		return;
	}
	const changed = await kept.change(entry, change);
	if (effect.missing + effect.again.days > 0 && !known.paused) {
		await services.accounts.signedIn();
		await updateInWindow(services, account, changed);
	} else {
		showStatus(l10n.t('The kept records of {0} are changed', applicationName(known.plan)));
	}
}

function pickPart(known: KnownSet): Promise<InputAnswer<Part>> {
	const { plan, keepDays } = known;
	const choice = (label: string, icon: string, description: string, value: Part): Choice<Part> => ({
		label,
		iconPath: new vscode.ThemeIcon(icon),
		description: withoutIcons(description),
		value,
	});
	const filters = describeFilters(plan.filters).join(' · ');
	return pickOne({
		title: titleOf(known),
		placeholder: l10n.t('What comes of a change is said before it is made'),
		items: [
			choice(l10n.t('Since'), 'calendar', describeDay(plan.since), 'since'),
			choice(l10n.t('Fields'), 'list-selection', formatCount(plan.fields.length), 'fields'),
			choice(l10n.t('Filters'), 'filter', filters || l10n.t('none'), 'filters'),
			choice(l10n.t('Retention'), 'archive', describeKeepDays(keepDays), 'keepDays'),
		],
	});
}

type Step = (known: KnownSet, account: KeptNode['account']) => Promise<InputAnswer<Changed>>;

const steps: Readonly<Record<Part, Step>> = {
	since: askSince,
	fields: askFields,
	filters: askFilters,
	keepDays: askKeepDays,
};

async function askSince(known: KnownSet): Promise<InputAnswer<KeptChange>> {
	const { plan, zone, keepDays } = known;
	const today = todayOf(new Date(), zone);
	const answer = await pickFirstDay({
		title: titleOf(known),
		zone,
		today,
		current: plan.since,
		canGoBack: true,
		...(keepDays !== undefined && {
			detail: l10n.t(
				'{0} by Retention: nothing is fetched from before {1}',
				describeKeepDays(keepDays),
				describeDay(daysBefore(today, keepDays)),
			),
		}),
	});
	return changeOf(answer, (since) => (since === plan.since ? undefined : { since }));
}

async function askFields(known: KnownSet, account: KeptNode['account']): Promise<InputAnswer<Changed>> {
	const answer = await askPlan(known, account, 'fields');
	return changeOf(answer, (plan) => {
		const fields = keptFields(plan.fields);
		const isSame =
			fields.length === known.plan.fields.length && fields.every((field) => known.plan.fields.includes(field));
		return isSame || plan.fields.length === 0 ? undefined : { fields };
	});
}

async function askFilters(known: KnownSet, account: KeptNode['account']): Promise<InputAnswer<Changed>> {
	const answer = await askPlan(known, account, 'filters');
	return changeOf(answer, ({ filters }) =>
		JSON.stringify(filters) === JSON.stringify(known.plan.filters) ? undefined : { filters },
	);
}

/** By the wizard's own step. */
async function askPlan(
	known: KnownSet,
	account: KeptNode['account'],
	step: 'fields' | 'filters',
): Promise<InputAnswer<Plan>> {
	const plan: Plan = { ...firstPlan(known.plan.application), ...known.plan, dateDimension: 'receive' };
	const answer = await runCommand('appErrors.changePlan', {
		account,
		plan,
		zone: known.zone,
		step,
		title: titleOf(known),
	});
	return (answer ?? { kind: 'dismissed' }) as InputAnswer<Plan>;
}

async function askKeepDays(known: KnownSet): Promise<InputAnswer<KeptChange>> {
	const current = known.keepDays ?? 'all';
	const answer = await pickOne<number | 'all'>({
		title: titleOf(known),
		placeholder: l10n.t('How many days are kept besides today? Type another number'),
		items: [
			{ label: describeKeepDays(undefined), detail: l10n.t('Nothing is deleted for its age.'), value: 'all' },
			...usualKeepDays.map((days) => ({ label: describeKeepDays(days), value: days })),
			...(typeof current === 'number' && !usualKeepDays.some((days) => days === current)
				? [{ label: describeKeepDays(current), value: current }]
				: []),
		],
		active: (days) => days === current,
		canGoBack: true,
		typed: (text): Choice<number> | undefined => {
			const days = /^\d{1,5}$/.test(text) ? Number(text) : 0;
			if (days === 0) {
				return undefined;
			}
			return days < leastKeepDays
				? {
						label: describeKeepDays(days),
						detail: `$(warning) ${l10n.t('At least {0}: a day is settled two days later.', formatCount(leastKeepDays))}`,
						value: days,
						refused: true,
					}
				: { label: describeKeepDays(days), value: days };
		},
	});
	return changeOf(answer, (keepDays) => (keepDays === current ? undefined : { keepDays }));
}

/** Back is also what leaves everything as it is. */
function changeOf<T, R>(answer: InputAnswer<T>, change: (value: T) => R | undefined): InputAnswer<R> {
	if (answer.kind !== 'value') {
		return answer;
	}
	const value = change(answer.value);
	return value === undefined ? { kind: 'back' } : { kind: 'value', value };
}

function titleOf(known: KnownSet): string {
	return l10n.t('Change the kept records of {0}', applicationName(known.plan));
}
