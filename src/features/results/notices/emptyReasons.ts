import { l10n } from 'vscode';
import type { StoredQuestion } from '../../../core/export/model/entry';
import { widerRanges } from '../../../core/plan/widerRanges';
import type { NoticeContent, Remedy } from '../../../services/pages/notices';
import { parseCivil } from '../../../shared/civilTime';
import { describeDates, describeRange } from '../../../wording/planMessages';
import type { Remedies } from './noticeContents';

/** Why an export may be empty, the likeliest first, each with the way to find out. */
export function describeEmptyReasons(
	{ plan, question }: Pick<StoredQuestion, 'plan' | 'question'>,
	{ repeat, chooseApplication }: Pick<Remedies, 'repeat' | 'chooseApplication'>,
): NoticeContent[] {
	const reason = (text: string, remedies: readonly Remedy[]): NoticeContent => ({ kind: 'info', text, remedies });
	const { filters } = plan;
	const reasons = [
		reason(l10n.t('There may be no errors within {0}.', describeDates(question.since, question.until)), [
			...wider({ plan, question }).map(
				(range): Remedy => ({ label: l10n.t('Use {0}', describeRange(range)), run: () => repeat({ range }) }),
			),
		]),
		plan.dateDimension === 'receive'
			? reason(l10n.t('Errors may have happened then but been received later.'), [
					{ label: l10n.t('Use Device Time'), run: () => repeat({ dateDimension: 'default' }) },
				])
			: reason(l10n.t('Errors may have been received then but happened earlier.'), [
					{ label: l10n.t('Use Server Time'), run: () => repeat({ dateDimension: 'receive' }) },
				]),
		reason(l10n.t('The errors may be those of another application.'), [
			{ label: l10n.t('Choose Application…'), run: chooseApplication },
		]),
	];
	if (filters.length === 0) {
		return reasons;
	}
	const dropped = filters.map(
		(filter): Remedy => ({
			label: l10n.t('Without {0}', `${filter.field} = ${filter.value}`),
			run: () => repeat({ filters: filters.filter((other) => other !== filter) }),
		}),
	);
	return [reason(l10n.t('The filters may fit no record.'), dropped), ...reasons];
}

function wider({ plan, question }: Pick<StoredQuestion, 'plan' | 'question'>) {
	const [since, until] = [parseCivil(question.since, 'start'), parseCivil(question.until, 'end')];
	return since.ok && until.ok ? widerRanges(plan.range, { since: since.time, until: until.time }) : [];
}
