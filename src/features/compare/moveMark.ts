import { l10n } from 'vscode';
import type { KnownSet } from '../../engine/protocol';
import type { Services } from '../../services/services';
import type { RecordsFacts } from '../../shared/comparison';
import { withoutIcons } from '../../vscode/escaping';
import { showStatus } from '../../vscode/messages';
import { type InputAnswer, pickOne } from '../../vscode/quickInput';
import { describeInstant } from '../../wording/comparisonMessages';
import { applicationName } from '../../wording/planMessages';
import { typeMoment } from './typeMoment';

interface MarkedSet {
	readonly folder: string;
	readonly known: KnownSet;
	readonly facts: RecordsFacts;
	/** What it is current to (Unix time, seconds). */
	readonly until: number;
}

/** Lets a person say up to where they have looked: what came since is compared anew. */
export async function moveMark(
	{ keptMarks, newsWatch }: Pick<Services, 'keptMarks' | 'newsWatch'>,
	set: MarkedSet,
): Promise<InputAnswer<unknown>> {
	const { folder, known, facts, until } = set;
	const title = l10n.t('Move the mark in the kept records of {0}', withoutIcons(applicationName(known.plan)));
	const mark = keptMarks.of(folder);
	const row = (label: string, value: number) => ({
		label,
		// What came in the second after is the first that counts as new.
		description: describeInstant(value + 1, facts.timeZone),
		value,
	});
	const answer = await pickOne<number | 'date'>({
		title,
		placeholder: l10n.t('What came later counts as not looked at'),
		items: [
			...(mark?.earlier ?? []).filter((at) => at <= until).map((at) => row(l10n.t('Back to where it was'), at)),
			...(mark?.at === until ? [] : [row(l10n.t('To what the records are current to'), until)]),
			{ label: l10n.t('To a date…'), value: 'date' as const },
		],
		canGoBack: true,
	});
	const chosen =
		answer.kind === 'value' && answer.value === 'date'
			? await typeMoment({ ...set, title, prompt: l10n.t('To when? A date alone means the start of that day.') })
			: answer;
	if (chosen.kind === 'value' && typeof chosen.value === 'number') {
		await keptMarks.move(folder, known.service, chosen.value);
		newsWatch.look({ folder, known });
		showStatus(
			l10n.t('What came after {0} counts as not looked at.', describeInstant(chosen.value + 1, facts.timeZone)),
		);
	}
	return chosen;
}
