import { l10n } from 'vscode';
import type { Plan } from '../../../core/plan/plan';
import { pickOne } from '../../../vscode/quickInput';
import { outputLabel } from './labels';
import { toHub, toMove } from './moves';
import type { Screen } from './screen';

type Output = Pick<Plan, 'view' | 'format'>;

export const chooseOutput: Screen<'output'> = async ({ plan, title }) => {
	const answer = await pickOne<Output>({
		title,
		placeholder: l10n.t('What the records become'),
		items: outputs().map(({ value, detail }) => ({ label: outputLabel(value), detail, value })),
		active: ({ view, format }) => view === plan.view && (view !== 'document' || format === plan.format),
		canGoBack: true,
	});
	return toMove(answer, toHub);
};

/** The results view reads either format; CSV is the smaller one. */
function outputs(): readonly { readonly value: Output; readonly detail: string }[] {
	return [
		{
			value: { view: 'results', format: 'csv' },
			detail: l10n.t('A table to sort, group and search, at any size; kept as CSV'),
		},
		{
			value: { view: 'document', format: 'csv' },
			detail: l10n.t('One row a record, with a header; opens in every spreadsheet'),
		},
		{ value: { view: 'document', format: 'json' }, detail: l10n.t('One object a record, in a member "data"') },
		{
			value: { view: 'kept', format: 'csv' },
			detail: l10n.t(
				'One set from the first day of the range on, which grows by what is new; opens in the results view',
			),
		},
	];
}
