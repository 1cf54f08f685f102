import type { GroupKey } from '../../../shared/results';
import type { Localization } from '../../common/components/localization';
import type { GroupPages } from './groupPages';

export function describeTotals(total: GroupPages['total'], key: GroupKey, context: Localization): string {
	const { t, formats } = context;
	if (total.groups === 0 && total.records === 0) {
		return '';
	}
	const records = formats.records(total.records);
	const { cutShort, approximate } = total;
	return [
		...(approximate ? [t('≈ estimated, because exact counts would exceed a limit of the database')] : []),
		formats.plural(total.groups, { one: '{1} in {0} group', other: '{1} in {0} groups' }, records),
		...(cutShort === undefined
			? []
			: [
					key.kind === 'topFrame'
						? t('{0} without a top frame (text too long to parse)', formats.records(cutShort))
						: t('{0} grouped by the first line only (text too long to parse)', formats.records(cutShort)),
				]),
	].join(' · ');
}
