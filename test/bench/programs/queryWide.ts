import { statSync } from 'node:fs';
import { createQueries } from '../../../src/core/records/queries';
import { FileTable } from '../../../src/core/records/read/openTable';
import type { GroupKey, RecordFilter } from '../../../src/shared/results';
import { medianTime, plainContext } from '../queryTimes';

/** Runs queries that have to read the texts of a wide file: `queryWide FILE`. */
async function main(path: string): Promise<void> {
	await using table = await FileTable.open(path);
	await table.load(plainContext.signal, () => undefined);
	const fresh = async () => createQueries(table).answer;
	const groupBy = (key: GroupKey) =>
		medianTime(fresh, (answer) =>
			answer.groups(
				{
					view: { filters: [], sort: [] },
					key,
					order: 'records',
					descending: true,
					start: 0,
					end: 50,
					trendParts: 24,
				},
				plainContext,
			),
		);
	const count = (filter: RecordFilter) =>
		medianTime(fresh, (answer) =>
			answer.page(
				{ view: { filters: [filter], sort: [] }, start: 0, end: 0, columns: [], cellLength: 0 },
				plainContext,
			),
		);
	const messages = await groupBy({ kind: 'message' });
	const frames = await groupBy({ kind: 'topFrame' });
	const rare = await count({ kind: 'anywhere', text: 'user=777777' });
	const frequent = await count({ kind: 'anywhere', text: 'imageloader' });
	const beyondAscii = await count({ kind: 'anywhere', text: 'петербург' });
	const megabytes = statSync(path).size / 1e6;
	console.log(
		JSON.stringify({
			messageGroupsMs: messages.ms,
			messageGroups: messages.result.groups,
			messageRecords: messages.result.records,
			frameGroupsMs: frames.ms,
			frameGroups: frames.result.groups,
			searchRareMbPerS: (megabytes * 1000) / rare.ms,
			searchFrequentMbPerS: (megabytes * 1000) / frequent.ms,
			searchCyrillicMbPerS: (megabytes * 1000) / beyondAscii.ms,
			peakMb: process.resourceUsage().maxRSS / 1024,
		}),
	);
}

void main(process.argv[2] ?? '');
