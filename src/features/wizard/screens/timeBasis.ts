import { l10n } from 'vscode';
import { type DateDimension, dateDimensions } from '../../../core/plan/plan';
import { pickOne } from '../../../vscode/quickInput';
import { describeDateDimension } from '../../../wording/planMessages';
import { toHub, toMove } from './moves';
import type { Screen } from './screen';

const details: Record<DateDimension, () => string> = {
	default: () => l10n.t('The time on the device. Late reports may still be added for days.'),
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
