import type { QueriedRecords } from './viewFacts';

const maxVersions = 500;

/** Returns the versions of all records, lowest first. */
export async function recordVersions(
	records: QueriedRecords,
	column: number,
	signal: AbortSignal,
): Promise<readonly string[]> {
	const params = {
		view: { filters: [], sort: [] },
		key: { kind: 'column', column },
		order: 'value',
		descending: true,
		start: 0,
		end: maxVersions,
		trendParts: 1,
	} as const;
	const { page } = await records.query('groups', params, { signal });
	return page.flatMap(({ value }) => (typeof value === 'string' && value !== '' ? [value] : [])).reverse();
}
