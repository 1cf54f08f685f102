import { l10n } from 'vscode';
import type { PlanProblem } from '../../../core/common/errors';
import { type DateDimension, dateDimensions, findOrderProblem, findYearProblem } from '../../../core/plan/plan';
import { dayCounts, type Range, resolveRange } from '../../../core/plan/range';
import type { Move } from '../../../core/wizard/wizard';
import { type CivilTime, type DayEdge, formatCivil, parseCivil } from '../../../shared/civilTime';
import { inputText, pickOne, separator } from '../../../vscode/quickInput';
import { explainCivilProblem } from '../../../wording/dateMessages';
import { describeDateDimension, describeDates, describeRange } from '../../../wording/planMessages';
import { explainPlanProblem } from '../../../wording/problemMessages';
import { describeZone } from '../../../wording/requestMessages';
import { toHub, toMove } from './moves';
import type { Screen, ScreenContext } from './screen';

const details: Record<DateDimension, () => string> = {
	default: () => l10n.t('The time on the device. Late records may be added to past ranges for several days.'),
	receive: () => l10n.t("The time on the server. Past ranges don't change, but errors may have happened days earlier."),
};

export const chooseTimeBasis: Screen<'timeBasis'> = async ({ plan, title }) => {
	const answer = await pickOne({
		title,
		placeholder: l10n.t('Choose which time the date range refers to'),
		items: dateDimensions.map((dimension) => ({
			label: describeDateDimension(dimension),
			detail: details[dimension](),
			value: dimension,
		})),
		active: (dimension) => dimension === plan.dateDimension,
		canGoBack: true,
	});
	return toMove(answer, (dateDimension) => toHub({ dateDimension }));
};

const presets: readonly Range[] = [
	{ kind: 'last24Hours' },
	...dayCounts.map((days): Range => ({ kind: 'lastDays', days })),
	{ kind: 'today' },
	{ kind: 'yesterday' },
];

export const chooseRange: Screen<'range'> = async ({ plan, now, zone, title }) => {
	const answer = await pickOne<Range | 'typed'>({
		title,
		placeholder: l10n.t('Choose a date range ({0})', describeZone(zone)),
		items: [
			...presets.map((range) => {
				const { since, until } = resolveRange(range, now, zone);
				return { label: describeRange(range), description: describeDates(since, until), value: range };
			}),
			separator(),
			{
				label: l10n.t('Custom range…'),
				description: plan.range.kind === 'between' ? describeDates(plan.range.since, plan.range.until) : '',
				detail: l10n.t('Enter start and end'),
				value: 'typed' as const,
			},
		],
		active: (range) => (range === 'typed' ? plan.range.kind === 'between' : sameRange(range, plan.range)),
		canGoBack: true,
	});
	return toMove(answer, (range) => (range === 'typed' ? { go: { open: { kind: 'since' } } } : toHub({ range })));
};

export const typeSince: Screen<'since'> = async (context, { typed }) => {
	const since = typed ?? shownRange(context).since;
	return typeEnd(context, {
		prompt: l10n.t('Start date and time, included in the range. Without a time, the start of that day is used.'),
		shown: since,
		edge: 'start',
		onTime: (time) => ({
			go: { open: { kind: 'until', since: time }, keep: { kind: 'since', typed: time } },
		}),
	});
};

export const typeUntil: Screen<'until'> = async (context, { since }) => {
	const { until } = shownRange(context);
	return typeEnd(context, {
		prompt: l10n.t('End date and time, included in the range. Without a time, the end of that day is used.'),
		shown: until,
		edge: 'end',
		problem: (time) => findOrderProblem(since, time),
		onTime: (time) => toHub({ range: { kind: 'between', since, until: time } }),
	});
};

interface End {
	readonly prompt: string;
	readonly shown: CivilTime;
	readonly edge: DayEdge;
	readonly problem?: (time: CivilTime) => PlanProblem | undefined;
	readonly onTime: (time: CivilTime) => Move;
}

async function typeEnd({ title, zone }: ScreenContext, end: End): Promise<Move> {
	const read = (text: string) => parseCivil(text, end.edge);
	const answer = await inputText({
		title,
		prompt: `${end.prompt} ${l10n.t('Time zone: {0}.', describeZone(zone))}`,
		placeholder: 'YYYY-MM-DD hh:mm:ss',
		value: formatCivil(end.shown),
		canGoBack: true,
		validate: (text) => {
			const result = read(text);
			if (!result.ok) {
				return explainCivilProblem(result.problem);
			}
			const problem = findYearProblem(result.time) ?? end.problem?.(result.time);
			return problem && explainPlanProblem(problem);
		},
	});
	return toMove(answer, (text) => {
		const result = read(text);
		return result.ok ? end.onTime(result.time) : { go: 'stay' };
	});
}

function shownRange({ plan, now, zone }: ScreenContext): { since: CivilTime; until: CivilTime } {
	return resolveRange(plan.range, now, zone);
}

function sameRange(a: Range, b: Range): boolean {
	return a.kind === b.kind && (a.kind !== 'lastDays' || (b.kind === 'lastDays' && a.days === b.days));
}
