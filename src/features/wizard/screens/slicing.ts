import { l10n } from 'vscode';
import type { Slicing } from '../../../core/plan/plan';
import { pickOne } from '../../../vscode/quickInput';
import { slicingLabel } from './labels';
import { toMove } from './moves';
import type { Screen } from './screen';

const details: Readonly<Record<Slicing | 'none', () => string>> = {
	none: () => l10n.t('One request. It is cut into halves only when the service finds the range too large.'),
	day: () => l10n.t('A request for each day. What has arrived stays, so an interrupted export goes on from there.'),
	hour: () => l10n.t('A request for each hour, for days with very many errors.'),
};

export const chooseSlicing: Screen<'slicing'> = async ({ plan, title }) => {
	const answer = await pickOne<Slicing | 'none'>({
		title,
		placeholder: l10n.t('How the range is asked for'),
		items: (['none', 'day', 'hour'] as const).map((value) => ({
			label: slicingLabel(value),
			detail: details[value](),
			value,
		})),
		active: (value) => value === (plan.slicing ?? 'none'),
		canGoBack: true,
	});
	return toMove(answer, (value) => ({ change: { slicing: value === 'none' ? undefined : value }, go: 'back' }));
};
