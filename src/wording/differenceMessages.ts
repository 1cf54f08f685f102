import type { Difference } from '../core/applications/differences';
import { cut, plainText } from '../core/common/plainText';
import { formatCount, formatMoment, formatNear } from './formats';
import { l10n } from './l10n';
import { describeDates, describeFilters, describeFormat, describeTimeBasis } from './planMessages';

/** Maximum length of a row's label, in UTF-16 code units. The tooltip contains the complete text. */
const maxLength = 40;

export function describeDifference(difference: Difference, now: Date, timeZone?: string): string {
	switch (difference.kind) {
		case 'dates':
			return describeDates(difference.since, difference.until, now);
		case 'filters':
			return difference.filters.length > 0 ? brief(describeFilters(difference.filters)) : l10n.t('no filters');
		case 'timeBasis':
			return describeTimeBasis(difference.dimension);
		case 'fields':
			return difference.more.length > 0 ? l10n.t('with {0}', brief(difference.more)) : l10n.t('only common fields');
		case 'chunking':
			return difference.chunking
				? { day: l10n.t('chunked by day'), hour: l10n.t('chunked by hour') }[difference.chunking]
				: l10n.t('not chunked');
		case 'limit':
			return difference.limit === undefined ? l10n.t('no limit') : l10n.t('limit {0}', formatCount(difference.limit));
		case 'format':
			return describeFormat(difference.format);
		case 'asked':
			return l10n.t(
				'requested {0}',
				difference.exact
					? formatMoment(difference.at, 'second', timeZone)
					: formatNear(new Date(difference.at), now, timeZone),
			);
	}
}

function brief(parts: readonly string[]): string {
	return cut(plainText(parts.join(', ')), maxLength);
}
