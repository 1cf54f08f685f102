import { l10n, ThemeIcon } from 'vscode';
import { findFilterProblem, type Plan } from '../../../core/plan/plan';
import { isFilterable } from '../../../core/service/exportRequest';
import { type Move, withFilter, withoutFilter } from '../../../core/wizard/wizard';
import { withoutIcons } from '../../../vscode/escaping';
import { type Choice, pickOne, separator } from '../../../vscode/quickInput';
import { explainPlanProblem } from '../../../wording/problemMessages';
import { byGroup } from './fieldItems';
import { groupLabel } from './labels';
import { toMove } from './moves';
import type { Screen, ScreenContext } from './screen';

export const listFilters: Screen<'filters'> = async ({ plan, title }, { asked }) => {
	if (plan.filters.length === 0) {
		// If no filters exist, opens the step for a new filter. *Back* then returns to the overview.
		return { go: asked ? 'back' : { open: { kind: 'filterField' }, keep: { kind: 'filters', asked: true } } };
	}
	const answer = await pickOne<FilterRow>({
		title,
		placeholder: l10n.t('Only records that match all filters are exported'),
		items: [
			{ label: l10n.t('Add a filter…'), iconPath: new ThemeIcon('add'), value: { kind: 'add' } },
			{ label: l10n.t('Done'), iconPath: new ThemeIcon('check'), value: { kind: 'done' } },
			separator(),
			...plan.filters.map(
				({ field, value }): Choice<FilterRow> => ({
					label: withoutIcons(`${field} = ${value}`),
					value: { kind: 'change', field },
					button: { icon: 'trash', tooltip: l10n.t('Remove'), value: { kind: 'remove', field } },
				}),
			),
		],
		active: (row) => row.kind === 'done',
		canGoBack: true,
	});
	return toMove(answer, (row) => moveOf(row, plan));
};

type FilterRow = { readonly kind: 'add' | 'done' } | { readonly kind: 'change' | 'remove'; readonly field: string };

function moveOf(row: FilterRow, plan: Plan): Move {
	switch (row.kind) {
		case 'add':
			return { go: { open: { kind: 'filterField' } } };
		case 'done':
			return { go: 'hub' };
		case 'change':
			return { go: { open: { kind: 'filterValue', field: row.field } } };
		case 'remove': {
			const change = withoutFilter(plan, row.field);
			return { change, go: change.filters?.length === 0 ? 'hub' : { open: { kind: 'filters' } } };
		}
	}
}

export const chooseFilterField: Screen<'filterField'> = async ({ plan, fields, title }) => {
	const answer = await pickOne<string>({
		title,
		placeholder: l10n.t('Choose a field to filter by'),
		items: byGroup(fields.all.filter((field) => isFilterable(field.name))).flatMap(([group, members]) => [
			separator(groupLabel(group)),
			...members.map((field) => {
				const value = plan.filters.find((filter) => filter.field === field.name)?.value;
				return {
					label: field.name,
					description: [
						value === undefined ? undefined : withoutIcons(`= ${value}`),
						field.meaning && l10n.t(field.meaning),
					]
						.filter((part) => part)
						.join(' · '),
					value: field.name,
				};
			}),
		]),
		canGoBack: true,
	});
	return toMove(answer, (field) => ({ go: { open: { kind: 'filterValue', field } } }));
};

export const chooseFilterValue: Screen<'filterValue'> = async (context, { field }) => {
	const { plan, fields, title } = context;
	const current = plan.filters.find((filter) => filter.field === field)?.value;
	const declared = fields.get(field);
	const toChoice = (value: string): Choice<string> => ({ label: withoutIcons(value), value });
	const answer = await pickOne<string | typeof noFilter>({
		title: `${title} · ${field}`,
		placeholder: declared?.values
			? l10n.t('Choose a value for {0}', field)
			: l10n.t('Enter a value for {0}, or pick a recent one', field),
		items: [
			...(declared?.values ?? (current === undefined ? [] : [current])).map(toChoice),
			...(current === undefined
				? []
				: [{ label: l10n.t('Remove this filter'), iconPath: new ThemeIcon('trash'), value: noFilter } as const]),
		],
		...(declared?.values ? {} : { later: seenChoices(context, field) }),
		active: (value) => value === current,
		canGoBack: true,
		typed: (text) => {
			if (text === '' || declared?.values) {
				return undefined;
			}
			const problem = findFilterProblem({ field, value: text }, fields);
			return problem
				? { label: withoutIcons(text), detail: `$(warning) ${explainPlanProblem(problem)}`, value: text, refused: true }
				: { label: withoutIcons(text), description: l10n.t('Use the typed value'), value: text };
		},
	});
	return toMove(answer, (value) =>
		value === noFilter
			? moveOf({ kind: 'remove', field }, plan)
			: { change: withFilter(plan, field, value), go: { open: { kind: 'filters' } } },
	);
};

const noFilter = Symbol('no filter');

async function seenChoices({ services, account, plan }: ScreenContext, field: string): Promise<Choice<string>[]> {
	const values = await services.exports.seenValues(account, plan.application.id, field);
	return values.map((value) => ({ label: withoutIcons(value), description: l10n.t('used in earlier exports'), value }));
}
