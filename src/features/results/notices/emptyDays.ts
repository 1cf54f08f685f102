import { l10n } from 'vscode';
import type { NoticeContent } from '../../../services/pages/notices';
import { countStates, isWorthAsking } from '../../../shared/keptDays';
import { describeRecordCount } from '../../../wording/formats';
import { describeDays } from '../../../wording/keptMessages';
import { describeDates } from '../../../wording/planMessages';
import type { KeptInView } from '../kept/pageKept';
import type { Remedies } from './noticeContents';

/** Why there are no records of the days of a set that are shown, and the ways on. */
export function describeEmptyDays(
	{ days, span, otherRows }: KeptInView,
	{ fetchDays, showAllDays }: Pick<Remedies, 'fetchDays' | 'showAllDays'>,
): NoticeContent[] {
	const wanted = days.filter(({ state }) => isWorthAsking(state)).map(({ day }) => day);
	const dates = describeDates(`${span.first} 00:00:00`, `${span.last} 23:59:59`);
	const lacking = describeDays({ days: countStates(days) }).join(', ');
	const text =
		lacking === ''
			? l10n.t('The service has given no records of {0}.', dates)
			: l10n.t('There are no records of {0} here: {1}.', dates, lacking);
	const fetch = { label: l10n.t('Fetch These Days'), run: () => fetchDays(wanted) };
	return [
		{ kind: 'info', text, remedies: wanted.length > 0 ? [fetch] : [] },
		...(otherRows > 0
			? [
					{
						kind: 'info' as const,
						text: l10n.t('{0} of other days are not in view.', describeRecordCount(otherRows)),
						remedies: [{ label: l10n.t('Show All Days'), run: showAllDays }],
					},
				]
			: []),
	];
}
