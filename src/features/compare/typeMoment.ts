import { l10n } from 'vscode';
import { momentOf } from '../../core/plan/civilClock';
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
	/** What the records are current to (Unix time, seconds). */
	readonly until: number;
}

/**
 * Asks for a moment on the clock of kept records, within what they cover.
 * @returns the last second before it (Unix time)
 */
export async function typeMoment({ title, prompt, known, facts, until }: TypedMoment): Promise<InputAnswer<number>> {
	const first = facts.covers[0]?.since ?? until;
	const read = (text: string): number | string => {
		const parsed = parseCivil(text, 'start');
		if (!parsed.ok) {
			return explainCivilProblem(parsed.problem);
		}
		const before = momentOf(toUtc(parsed.time) / 1000, known.zone, 'start') - 1;
		if (before < first) {
			return l10n.t('The records begin at {0}: nothing is kept from before.', describeInstant(first, facts.timeZone));
		}
		return before >= until
			? l10n.t('The records are current to {0}: nothing is there from later.', describeInstant(until, facts.timeZone))
			: before;
	};
	const answer = await inputText({
		title,
		prompt: `${prompt} ${l10n.t('Clock: {0}.', zoneName(known.zone))}`,
		placeholder: 'yyyy-mm-dd hh:mm:ss',
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
