import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { PartsTable } from '../../../src/core/records/parts/partsTable';
import { MemoryBudget } from '../../../src/core/records/saved/memoryBudget';
import { plainContext } from '../queryTimes';

/** Opens a folder of parts so that each has its index beside it: `keptBuild FOLDER`. */
async function main(folder: string): Promise<void> {
	const paths = readdirSync(folder)
		.filter((name) => name.endsWith('.csv'))
		.sort()
		.map((name) => join(folder, name));
	const started = performance.now();
	await using table = new PartsTable(paths, { budget: new MemoryBudget(64 * 1024 * 1024), keepsIndex: true });
	const { total } = await table.load(plainContext.signal, () => undefined);
	const ms = performance.now() - started;
	console.log(JSON.stringify({ ms, records: total, peakMb: process.resourceUsage().maxRSS / 1024 }));
}

void main(process.argv[2] ?? '');
