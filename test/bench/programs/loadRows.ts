import { LoadRows } from '../../../src/core/records/load/rows/loadRows';
import { CachedSnapshot } from '../../../src/core/records/query/cachedSnapshot';
import { QueryCache } from '../../../src/core/records/query/queryCache';
import { FileTable } from '../../../src/core/records/read/openTable';
import { storedFields } from '../../../src/core/records/server/dataset/schema';
import { plainContext } from '../queryTimes';

/** Generates the rows of a file for a database load without sending them: `loadRows FILE`. */
async function main(path: string): Promise<void> {
	await using table = await FileTable.open(path);
	const opening = performance.now();
	await table.load(plainContext.signal, () => undefined);
	const openMs = performance.now() - opening;
	const started = performance.now();
	const cpu = process.cpuUsage();
	const rows = new LoadRows(
		new CachedSnapshot(new QueryCache(), table),
		storedFields(table.columns),
		table.info.timeColumn,
	);
	let bytes = 0;
	for await (const piece of rows.records(plainContext.signal)) {
		bytes += piece.bytes.length;
	}
	const { user, system } = process.cpuUsage(cpu);
	const ms = performance.now() - started;
	console.log(
		JSON.stringify({ ms, cpuMs: (user + system) / 1000, bytes, openMs, perSecond: (table.records / ms) * 1000 }),
	);
}

void main(process.argv[2] ?? '');
