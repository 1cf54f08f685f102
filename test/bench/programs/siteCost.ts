import { Pace } from '../../../src/core/common/pace';
import { makeKeys } from '../../../src/core/records/query/keys/derivedCodes';
import { keySource } from '../../../src/core/records/query/keys/keyOfText';
import { Snapshot } from '../../../src/core/records/query/work/snapshot';
import { FileTable } from '../../../src/core/records/read/openTable';
import { plainContext } from '../queryTimes';

/** Both are computed this often by turns, so that what else the machine does falls on both. */
const turns = 7;

/** What keeping the sites of traces adds to making their keys by frames: `siteCost FILE`. */
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
	for (let turn = 0; turn < turns; turn++) {
		without.push((await cost(false)).ms);
		withSites.push((await cost(true)).ms);
	}
	const { sites } = await cost(true);
	const bytes = Object.values(sites).reduce((sum, column) => sum + column.byteLength, 0);
	const least = (numbers: readonly number[]) => Math.min(...numbers);
	console.log(
		JSON.stringify({
			withoutMs: least(without),
			withMs: least(withSites),
			ratio: least(withSites) / least(without),
			sites: sites.lows.length - 1,
			lists: sites.ends.length - 2,
			sitesMb: bytes / 2 ** 20,
			peakMb: process.resourceUsage().maxRSS / 1024,
		}),
	);
}

void main(process.argv[2] ?? '');
