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
		placeholder: l10n.t('Choose an output format'),
		items: outputs().map(({ value, detail }) => ({ label: outputLabel(value), detail, value })),
		active: ({ view, format }) => view === plan.view && (view !== 'document' || format === plan.format),
		canGoBack: true,
	});
	return toMove(answer, toHub);
};

/** Returns the available outputs. CSV is used for the results view, because CSV files are smaller than JSON files. */
function outputs(): readonly { readonly value: Output; readonly detail: string }[] {
	return [
		{
			value: { view: 'results', format: 'csv' },
			detail: l10n.t('A table to sort, group, and search (saved as CSV)'),
		},
		{
			value: { view: 'document', format: 'csv' },
			detail: l10n.t('One row per record, with a header row'),
		},
		{ value: { view: 'document', format: 'json' }, detail: l10n.t('JSON object with a "data" array') },
		{
			value: { view: 'synced', format: 'csv' },
			detail: l10n.t(
				'A continuously updated copy of the records, starting on a day that you choose. Opens in the results view.',
			),
		},
	];
}
