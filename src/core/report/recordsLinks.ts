import type { RecordsFacts } from '../../shared/comparison';
import { withoutGroup } from '../../shared/groupFilters';
import type { GroupValue } from '../../shared/groupValue';
import type { Column, GroupKey, RecordFilter } from '../../shared/results';
import { filtersForLink } from '../links/linkFilters';
import { formatRecordsLink, type RecordsLink } from '../links/recordsLink';
import { groupFingerprint } from '../stack/grouping/groupFingerprint';

export class RecordsLinks {
	constructor(
		private readonly scheme: string,
		private readonly source: RecordsLink['source'] | undefined,
		private readonly columns: readonly Column[],
	) {}

	/**
	 * Returns a link to a group. Returns undefined if a link can't identify the records or the group. Omits the filters
	 * if the link would be too long.
	 */
	toGroup(filters: readonly RecordFilter[], key: GroupKey, value: GroupValue): string | undefined {
		const { scheme, source, columns } = this;
		if (!source || key.kind === 'column') {
			return undefined;
		}
		const link = { source, group: { by: key.kind, fingerprint: groupFingerprint(key, value) }, filters: [] };
		const others = filtersForLink(withoutGroup(filters, key), columns);
		return formatRecordsLink(scheme, { ...link, filters: others }) ?? formatRecordsLink(scheme, link);
	}
}

/** @param facts Undefined for a file that the extension didn't export */
export function linksTo(
	scheme: string,
	facts: Pick<RecordsFacts, 'application'> | undefined,
	columns: readonly Column[],
): RecordsLinks {
	return new RecordsLinks(scheme, facts && { kind: 'application', id: facts.application }, columns);
}
