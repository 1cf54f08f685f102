import { l10n } from 'vscode';
import { type Format, formats } from '../../../core/export/plan';
import { pickOne } from '../../../vscode/quickInput';
import { toHub, toMove } from '../moves';
import type { Screen } from '../screen';
import { outputLabel } from '../words';

const details: Record<Format, () => string> = {
	csv: () => l10n.t('One row a record, with a header; opens in every spreadsheet'),
	json: () => l10n.t('One object a record, in a member "data"'),
};

export const chooseOutput: Screen<'output'> = async ({ plan, title }) => {
	const answer = await pickOne({
		title,
		placeholder: l10n.t('What the records become'),
		items: formats.map((format) => ({ label: outputLabel(format), detail: details[format](), value: format })),
		active: (format) => format === plan.format,
		canGoBack: true,
	});
	return toMove(answer, (format) => toHub({ format }));
};
