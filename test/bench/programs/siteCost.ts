import { Pace } from '../../../src/core/common/pace';
import { makeKeys } from '../../../src/core/records/query/keys/derivedCodes';
import { keySource } from '../../../src/core/records/query/keys/keyOfText';
import { Snapshot } from '../../../src/core/records/query/work/snapshot';
import { FileTable } from '../../../src/core/records/read/openTable';
import { plainContext } from '../queryTimes';

/** Both are computed this often, one right after the other, so that what else the machine does falls on both. */
const turns = 11;

/**
 * What keeping the sites of traces adds to making their keys by frames: `siteCost FILE`. Without sites each key is made by
 * itself; what tells sites also tells traces that have their key in common, so that the sum may even be less.
 */
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
		const { keys } = await makeKeys(snapshot, { ...source, readsTraces }, new Pace(plainContext.signal));
		const cpu = process.cpuUsage();
		return { ms: (cpu.user + cpu.system - user - system) / 1000, sites: keys.sites };
	};
	const without: number[] = [];
	const withSites: number[] = [];
	const { sites } = await cost(true);
	for (let turn = 0; turn < turns; turn++) {
		// Each goes first as often as the other: the second finds the garbage of the first.
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
