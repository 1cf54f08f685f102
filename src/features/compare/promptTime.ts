import { l10n } from 'vscode';
import { getMoment } from '../../core/plan/civilClock';
import { type Zone, zoneName } from '../../core/plan/range';
import { parseCivil, toUtc } from '../../shared/civilTime';
import type { RecordsFacts } from '../../shared/comparison';
import { type InputAnswer, inputText } from '../../vscode/quickInput';
import { describeInstant } from '../../wording/comparisonMessages';
import { explainCivilProblem } from '../../wording/dateMessages';

interface TypedMoment {
	readonly title: string;
	readonly prompt: string;
	readonly known: { readonly zone: Zone };
	readonly facts: Pick<RecordsFacts, 'covers' | 'timeZone'>;
	readonly until: number;
}

/** Prompts for a time in the synced range. Returns the second before that time as the new watermark (Unix time). */
export async function typeMoment({ title, prompt, known, facts, until }: TypedMoment): Promise<InputAnswer<number>> {
	const first = facts.covers[0]?.since ?? until;
	const read = (text: string): number | string => {
		const parsed = parseCivil(text, 'start');
		if (!parsed.ok) {
			return explainCivilProblem(parsed.problem);
		}
		const before = getMoment(toUtc(parsed.time) / 1000, known.zone, 'start') - 1;
		if (before < first) {
			return l10n.t('No synced records before {0}.', describeInstant(first, facts.timeZone));
		}
		return before >= until
			? l10n.t('The last sync was at {0}. No later records exist yet.', describeInstant(until, facts.timeZone))
			: before;
	};
	const answer = await inputText({
		title,
		prompt: `${prompt} ${l10n.t('Time zone: {0}.', zoneName(known.zone))}`,
		placeholder: 'YYYY-MM-DD hh:mm:ss',
		canGoBack: true,
		validate: (text) => {
			const found = read(text);
			return typeof found === 'string' ? found : undefined;
		},
	});
	const found = answer.kind === 'value' ? read(answer.value) : undefined;
	return typeof found === 'number'
		? { kind: 'value', value: found }
		: { kind: answer.kind === 'back' ? 'back' : 'dismissed' };
}
