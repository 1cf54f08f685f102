import type { RecordQueries } from '../../../../shared/recordsApi';
import type { Group, RecordFilter } from '../../../../shared/results';
import type { VersionCount } from '../../../../shared/triage';

const maxVersions = 10_000;

/** Returns the parameters of the query that counts the records of each version. */
export function versionsQuestion(column: number, filters: readonly RecordFilter[]): RecordQueries['groups']['params'] {
	return {
		view: { filters, sort: [] },
		key: { kind: 'column', column },
		order: 'records',
		descending: true,
		start: 0,
		end: maxVersions,
		trendParts: 0,
	};
}

export function versionCount({ value, records, devices, firstSeen, lastSeen }: Group): VersionCount {
	return { version: typeof value === 'string' ? value : '', records, devices, firstSeen, lastSeen };
}
