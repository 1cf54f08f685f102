import { Scheduler } from '../../../src/core/common/scheduler';
import { Snapshot } from '../../../src/core/records/query/execution/snapshot';
import { makeKeys } from '../../../src/core/records/query/keys/derivedCodes';
import { keySource } from '../../../src/core/records/query/keys/keyOfText';
import { FileTable } from '../../../src/core/records/read/openTable';
import { plainContext } from '../queryTimes';

/** Number of alternating runs per variant, so that other load on the machine affects both equally. */
const turns = 11;

/** Measures the cost of storing crash sites in addition to group keys by frames: `siteCost FILE`. */
async function main(path: string): Promise<void> {
	await using table = await FileTable.open(path);
	await table.load(plainContext.signal, () => undefined);
	const snapshot = new Snapshot(table);
	const source = keySource({ kind: 'frames' }, snapshot);
	if (source.kind !== 'derived') {
		throw new TypeError('Keys by frames are made of texts');
	}
	const cost = async (readsTraces: boolean) => {
		const { user, system } = process.cpuUsage();
		const { keys } = await makeKeys(snapshot, { ...source, readsTraces }, new Scheduler(plainContext.signal));
		const cpu = process.cpuUsage();
		return { ms: (cpu.user + cpu.system - user - system) / 1000, sites: keys.sites };
	};
	const without: number[] = [];
	const withSites: number[] = [];
	const { sites } = await cost(true);
	for (let turn = 0; turn < turns; turn++) {
		// Alternates the order, because the second run has to collect the garbage of the first.
		for (const readsTraces of turn % 2 === 0 ? [false, true] : [true, false]) {
			const { ms } = await cost(readsTraces);
			(readsTraces ? withSites : without).push(ms);
		}
	}
	const bytes = Object.values(sites).reduce((sum, column) => sum + column.byteLength, 0);
	const median = (numbers: readonly number[]) =>
		numbers.toSorted((one, other) => one - other)[numbers.length >> 1] ?? 0;
	const ratios = withSites.map((ms, turn) => ms / (without[turn] ?? 0));
	console.log(
		JSON.stringify({
			withoutMs: median(without),
			withMs: median(withSites),
			ratio: median(ratios),
			sites: sites.lows.length - 1,
			lists: sites.ends.length - 2,
			sitesMb: bytes / 2 ** 20,
			peakMb: process.resourceUsage().maxRSS / 1024,
		}),
	);
}

void main(process.argv[2] ?? '');
