import { l10n } from 'vscode';
import { type DateDimension, dateDimensions } from '../../../core/plan/plan';
import { pickOne } from '../../../vscode/quickInput';
import { describeDateDimension } from '../../../wording/planMessages';
import { toHub, toMove } from './moves';
import type { Screen } from './screen';

const details: Record<DateDimension, () => string> = {
	default: () => l10n.t('By the clock of the device. Errors of the range may still arrive days later.'),
	receive: () =>
		l10n.t('By the clock of the server. A past range stays as it is; errors may have happened days before.'),
};

export const chooseTimeBasis: Screen<'timeBasis'> = async ({ plan, title }) => {
	const answer = await pickOne({
		title,
		placeholder: l10n.t('Which moment of an error the range is about'),
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
