import { l10n } from 'vscode';
import type { KnownSet } from '../../engine/protocol';
import type { Services } from '../../services/services';
import type { RecordsFacts } from '../../shared/comparison';
import { withoutIcons } from '../../vscode/escaping';
import { showStatus } from '../../vscode/messages';
import { type InputAnswer, pickOne } from '../../vscode/quickInput';
import { describeInstant } from '../../wording/comparisonMessages';
import { applicationName } from '../../wording/planMessages';
import { typeMoment } from './promptTime';

interface MarkedSet {
	readonly folder: string;
	readonly known: KnownSet;
	readonly facts: RecordsFacts;
	readonly until: number;
}

export async function moveWatermark(
	{ watermarks, whatsNewWatcher }: Pick<Services, 'watermarks' | 'whatsNewWatcher'>,
	set: MarkedSet,
): Promise<InputAnswer<unknown>> {
	const { folder, known, facts, until } = set;
	const title = l10n.t('Set Last Reviewed Date: {0}', withoutIcons(applicationName(known.plan)));
	const watermark = watermarks.of(folder);
	const row = (label: string, value: number) => ({
		label,
		// The watermark is the last reviewed second, so new records start one second later.
		description: describeInstant(value + 1, facts.timeZone),
		value,
	});
	const answer = await pickOne<number | 'date'>({
		title,
		placeholder: l10n.t('Later records count as not reviewed'),
		items: [
			...(watermark?.earlier ?? []).filter((at) => at <= until).map((at) => row(l10n.t('Restore previous date'), at)),
			...(watermark?.at === until ? [] : [row(l10n.t('Time of the last sync'), until)]),
			{ label: l10n.t('Choose a date…'), value: 'date' as const },
		],
		canGoBack: true,
	});
	const chosen =
		answer.kind === 'value' && answer.value === 'date'
			? await typeMoment({
					...set,
					title,
					prompt: l10n.t('Enter the last reviewed date. Without a time, the start of that day is used.'),
				})
			: answer;
	if (chosen.kind === 'value' && typeof chosen.value === 'number') {
		await watermarks.move(folder, known.service, chosen.value);
		whatsNewWatcher.watch({ folder, known });
		showStatus(
			l10n.t('Records after {0} now count as not reviewed.', describeInstant(chosen.value + 1, facts.timeZone)),
		);
	}
	return chosen;
}
