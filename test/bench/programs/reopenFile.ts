import { statSync } from 'node:fs';
import { MemoryBudget } from '../../../src/core/records/indexFile/memoryBudget';
import { createQueries } from '../../../src/core/records/queries';
import { FileTable } from '../../../src/core/records/read/openTable';
import { plainContext } from '../queryTimes';

const never = new AbortController().signal;

/** Opens a file with a saved index and requests the first page and a filter's count: `reopenFile FILE`. */
async function main(path: string): Promise<void> {
	const saved = new MemoryBudget(128 * 1024 * 1024);
	{
		await using table = await FileTable.open(path, { saved });
		await table.load(never, () => undefined);
		await table.saveIndex(never);
	}
	const started = performance.now();
	await using table = await FileTable.open(path, { saved });
	const info = await table.load(never, () => undefined);
	const openMs = performance.now() - started;
	const { answer } = createQueries(table);
	const columns = [...info.columns.keys()];
	const view = { filters: [], sort: [] };
	await answer.page({ view, start: 0, end: 100, columns, cellLength: 300 }, plainContext);
	const firstPageMs = performance.now() - started;
	for (const { values } of table.columns) {
		void values;
	}
	console.log(
		JSON.stringify({
			openMs,
			firstPageMs,
			allColumnsMs: performance.now() - started,
			records: info.total,
			share: statSync(`${path}.index`).size / statSync(path).size,
			peakMb: process.resourceUsage().maxRSS / 1024,
		}),
	);
}

void main(process.argv[2] ?? '');
