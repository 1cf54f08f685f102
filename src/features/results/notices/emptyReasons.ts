import { l10n } from 'vscode';
import type { StoredQuestion } from '../../../core/export/model/entry';
import { widerRanges } from '../../../core/plan/widerRanges';
import type { NoticeAction, NoticeContent } from '../../../services/pages/notices';
import { parseCivil } from '../../../shared/civilTime';
import { describeDates, describeRange } from '../../../wording/planMessages';
import type { NoticeActions } from './noticeContents';

export function describeEmptyReasons(
	{ plan, question }: Pick<StoredQuestion, 'plan' | 'question'>,
	{ repeat, chooseApplication }: Pick<NoticeActions, 'repeat' | 'chooseApplication'>,
): NoticeContent[] {
	const reason = (text: string, actions: readonly NoticeAction[]): NoticeContent => ({ kind: 'info', text, actions });
	const { filters } = plan;
	const reasons = [
		reason(
			l10n.t('There may be no errors in {0}. Try a longer range.', describeDates(question.since, question.until)),
			[
				...wider({ plan, question }).map(
					(range): NoticeAction => ({ label: l10n.t('Use {0}', describeRange(range)), run: () => repeat({ range }) }),
				),
			],
		),
		plan.dateDimension === 'receive'
			? reason(l10n.t('Errors may have happened in this range but arrived later. Try filtering by device time.'), [
					{ label: l10n.t('Use Device Time'), run: () => repeat({ dateDimension: 'default' }) },
				])
			: reason(l10n.t('Errors may have arrived in this range but happened earlier. Try filtering by server time.'), [
					{ label: l10n.t('Use Server Time'), run: () => repeat({ dateDimension: 'receive' }) },
				]),
		reason(l10n.t('The errors may belong to another application.'), [
			{ label: l10n.t('Choose Application…'), run: chooseApplication },
		]),
	];
	if (filters.length === 0) {
		return reasons;
	}
	const dropped = filters.map(
		(filter): NoticeAction => ({
			label: l10n.t('Remove {0}', `${filter.field} = ${filter.value}`),
			run: () => repeat({ filters: filters.filter((other) => other !== filter) }),
		}),
	);
	return [reason(l10n.t('The filters may not match any records. Try removing a filter.'), dropped), ...reasons];
}

function wider({ plan, question }: Pick<StoredQuestion, 'plan' | 'question'>) {
	const [since, until] = [parseCivil(question.since, 'start'), parseCivil(question.until, 'end')];
	return since.ok && until.ok ? widerRanges(plan.range, { since: since.time, until: until.time }) : [];
}
