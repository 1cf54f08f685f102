import { l10n } from 'vscode';
import type { LinkedGroup } from '../../core/links/recordsLink';
import type { QueriedRecords } from '../../core/report/viewFacts';
import { groupFingerprint } from '../../core/stack/grouping/groupFingerprint';
import { readGroups } from '../../core/triage/judgeGroup';
import type { OfferedFilters } from '../../shared/protocols/resultsProtocol';
import { showInformation } from '../../vscode/messages';

/** Adds a filter for the group that a link refers to. If no record belongs to the group, shows a message instead. */
export async function withLinkedGroup(
	records: QueriedRecords,
	offered: OfferedFilters,
	{ by, fingerprint }: LinkedGroup,
	signal: AbortSignal,
): Promise<OfferedFilters> {
	const key = { kind: by };
	for await (const { value } of readGroups(records, { view: { filters: [], sort: [] }, key }, signal)) {
		if (groupFingerprint(key, value).startsWith(fingerprint)) {
			const filters = [...offered.filters, { kind: 'group', key, values: [value] } as const];
			return { ...offered, filters, showsFirst: true };
		}
	}
	void showInformation(
		l10n.t(
			'None of these records belongs to the group {0}. A version of App Errors with other grouping rules may have created the link.',
			fingerprint,
		),
	);
	return offered;
}
