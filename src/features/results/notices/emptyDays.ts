import { l10n } from 'vscode';
import type { NoticeContent } from '../../../services/pages/notices';
import { countStates, isWorthAsking } from '../../../shared/syncedDays';
import { describeRecordCount } from '../../../wording/formats';
import { describeDates } from '../../../wording/planMessages';
import { describeDays } from '../../../wording/syncMessages';
import type { SyncedSetInView } from '../sync/pageSyncedSet';
import type { NoticeActions } from './noticeContents';

export function describeEmptyDays(
	{ days, span, otherRows }: SyncedSetInView,
	{ fetchDays, showAllDays }: Pick<NoticeActions, 'fetchDays' | 'showAllDays'>,
): NoticeContent[] {
	const wanted = days.filter(({ state }) => isWorthAsking(state)).map(({ day }) => day);
	const dates = describeDates(`${span.first} 00:00:00`, `${span.last} 23:59:59`);
	const lacking = describeDays({ days: countStates(days) }).join(', ');
	const text =
		lacking === ''
			? l10n.t('The service returned no records for {0}.', dates)
			: l10n.t('There are no records for {0}: {1}.', dates, lacking);
	const fetch = { label: l10n.t('Fetch These Days'), run: () => fetchDays(wanted) };
	return [
		{ kind: 'info', text, actions: wanted.length > 0 ? [fetch] : [] },
		...(otherRows > 0
			? [
					{
						kind: 'info' as const,
						text: l10n.t('Not shown: {0} from other days.', describeRecordCount(otherRows)),
						actions: [{ label: l10n.t('Show All Days'), run: showAllDays }],
					},
				]
			: []),
	];
}
