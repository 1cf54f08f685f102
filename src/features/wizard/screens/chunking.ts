import { l10n } from 'vscode';
import type { Chunking } from '../../../core/plan/plan';
import { pickOne } from '../../../vscode/quickInput';
import { chunkingLabel } from './labels';
import { toMove } from './moves';
import type { Screen } from './screen';

const details: Readonly<Record<Chunking | 'none', () => string>> = {
	none: () => l10n.t('Sends a single request. It is split in half only if the service rejects the range as too large.'),
	day: () => l10n.t('Sends one request per day. An interrupted export resumes after the last finished day.'),
	hour: () =>
		l10n.t('Sends a separate request for each hour of data. Use this for days with a very large number of errors.'),
};

export const chooseChunking: Screen<'chunking'> = async ({ plan, title }) => {
	const answer = await pickOne<Chunking | 'none'>({
		title,
		placeholder: l10n.t('Choose how to split the export into requests'),
		items: (['none', 'day', 'hour'] as const).map((value) => ({
			label: chunkingLabel(value),
			detail: details[value](),
			value,
		})),
		active: (value) => value === (plan.chunking ?? 'none'),
		canGoBack: true,
	});
	return toMove(answer, (value) => ({ change: { chunking: value === 'none' ? undefined : value }, go: 'back' }));
};
