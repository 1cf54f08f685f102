import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { MemoryBudget } from '../../../src/core/records/indexFile/memoryBudget';
import { createQueries } from '../../../src/core/records/queries';
import { UnionTable } from '../../../src/core/records/union/unionTable';
import { groupByFrames, plainContext } from '../queryTimes';

/** Opens and groups a folder of partitions, so that their indexes and group keys are saved: `syncBuild FOLDER`. */
async function main(folder: string): Promise<void> {
	const paths = readdirSync(folder)
		.filter((name) => name.endsWith('.csv'))
		.sort()
		.map((name) => join(folder, name));
	const started = performance.now();
	await using table = new UnionTable(paths, { budget: new MemoryBudget(64 * 1024 * 1024), savesIndex: true });
	const { total } = await table.load(plainContext.signal, () => undefined);
	const ms = performance.now() - started;
	await groupByFrames(createQueries(table).answer);
	const groupsMs = performance.now() - started - ms;
	while (!paths.every((path) => existsSync(`${path}.keys`))) {
		await setTimeout(50);
	}
	console.log(JSON.stringify({ ms, groupsMs, records: total, peakMb: process.resourceUsage().maxRSS / 1024 }));
}

void main(process.argv[2] ?? '');
