import { createQueries } from '../../../src/core/records/queries';
import { FileTable } from '../../../src/core/records/read/openTable';
import { medianTime, plainContext } from '../queryTimes';

/** Computes the common traits of a group right after its view has opened: `commonTraits FILE`. */
async function main(path: string): Promise<void> {
	await using table = await FileTable.open(path);
	await table.load(plainContext.signal, () => undefined);
	const view = { filters: [], sort: [] };
	const { ms, result } = await medianTime(
		async () => {
			const { answer } = createQueries(table);
			const page = { order: 'records', descending: true, start: 0, end: 50, trendParts: 24 } as const;
			await answer.groups({ view, key: { kind: 'name' }, ...page }, plainContext);
			return answer;
		},
		(answer) => answer.commonTraits({ view, key: { kind: 'name' }, value: 'Failure 7', timeZone: 'UTC' }, plainContext),
	);
	const found = result.values.find(({ attribute }) => attribute === 'os_version');
	console.log(
		JSON.stringify({
			ms,
			devices: found?.here.of,
			with: found?.here.with,
			elsewhere: found?.elsewhere.with,
			values: result.values.length,
			peakMb: process.resourceUsage().maxRSS / 1024,
		}),
	);
}

void main(process.argv[2] ?? '');
