import { l10n } from 'vscode';
import type { Plan } from '../../../core/export/plan';
import { inputText, pickOne } from '../../../vscode/quickInput';
import { explainPlanProblem } from '../../../vscode/wording';
import { formatCount } from '../../../vscode/words';
import { toMove } from '../moves';
import type { Screen } from '../screen';

type Option = 'limit' | 'byteOrderMark' | 'skipUnavailableShards';

export const chooseOptions: Screen<'options'> = async ({ plan, title }) => {
	const answer = await pickOne<Option>({
		title,
		placeholder: l10n.t('Enter changes an option'),
		items: [
			{
				label: `$(symbol-number) ${l10n.t('Limit')}`,
				description: plan.limit === undefined ? l10n.t('none') : l10n.t('{0} records', formatCount(plan.limit)),
				detail: l10n.t('Fewer records, but which ones is up to the service: the same export may bring others.'),
				value: 'limit',
			},
			{
				label: `${checkbox(plan.byteOrderMark)} ${l10n.t('Byte order mark')}`,
				detail: l10n.t('Some spreadsheets need it to read letters beyond English. Other programs may stumble over it.'),
				value: 'byteOrderMark',
			},
			{
				label: `${checkbox(plan.skipUnavailableShards)} ${l10n.t('Skip unavailable shards')}`,
				detail: l10n.t(
					'Answers although parts of the service are down. Records may be missing, and the result says so.',
				),
				value: 'skipUnavailableShards',
			},
		],
		canGoBack: true,
	});
	return toMove(answer, (option) =>
		option === 'limit' ? { go: { open: { kind: 'limit' } } } : { change: toggled(plan, option), go: 'stay' },
	);
};

export const typeLimit: Screen<'limit'> = async ({ plan, title }) => {
	const read = (text: string) => (text.trim() === '' ? undefined : Number(text.trim().replace(/[\s_,.]/g, '')));
	const answer = await inputText({
		title,
		prompt: l10n.t('At most how many records. Leave it empty for no limit.'),
		placeholder: l10n.t('no limit'),
		value: plan.limit === undefined ? '' : String(plan.limit),
		canGoBack: true,
		validate: (text) => {
			const limit = read(text);
			return limit === undefined || (Number.isSafeInteger(limit) && limit > 0)
				? undefined
				: explainPlanProblem({ kind: 'limit' });
		},
	});
	return toMove(answer, (text) => ({ change: { limit: read(text) }, go: 'back' }));
};

function toggled(plan: Plan, option: Exclude<Option, 'limit'>): Partial<Plan> {
	return { [option]: !plan[option] };
}

function checkbox(checked: boolean): string {
	return checked ? '$(pass-filled)' : '$(circle-large-outline)';
}
