import { createQueries } from '../../../src/core/records/queries';
import { FileTable } from '../../../src/core/records/read/openTable';
import type { View } from '../../../src/shared/results';
import { groupByFrames, plainContext } from '../queryTimes';

const wholeFile: View = { filters: [], sort: [] };

async function main(path: string): Promise<void> {
	const started = performance.now();
	await using table = await FileTable.open(path);
	const { columns, total } = await table.load(plainContext.signal, () => undefined);
	const opened = performance.now();
	const { answer } = createQueries(table);
	const { groups, page } = await groupByFrames(answer);
	const grouped = performance.now();
	// The query reads the whole file, so the throughput is based on the total size.
	const megabytes = table.info.bytes / 1e6;

	const again = createQueries(table).answer;
	let done = false;
	const grouping = groupByFrames(again).then(() => {
		done = true;
	});
	const waits: number[] = [];
	for (let start = 0; !done; start = (start + 7919) % total) {
		const asked = performance.now();
		await again.page(
			{ view: wholeFile, start, end: start + 60, columns: [...columns.keys()], cellLength: 300 },
			plainContext,
		);
		waits.push(performance.now() - asked);
	}
	await grouping;
	waits.sort((a, b) => a - b);
	console.log(
		JSON.stringify({
			ms: grouped - opened,
			withOpeningMs: grouped - started,
			mbPerS: (megabytes * 1000) / (grouped - opened),
			groups,
			largest: page[0]?.records,
			pagesMeanwhile: waits.length,
			pageMedianMs: waits[waits.length >> 1],
			pageP95Ms: waits[Math.floor(waits.length * 0.95)],
			peakMb: process.resourceUsage().maxRSS / 1024,
		}),
	);
}

void main(process.argv[2] ?? '');
