import { CodesOf64Bits, type Hash } from '../../../common/hash64';
import type { Scheduler } from '../../../common/scheduler';
import { minifiedList, type RecordSites } from '../../table/keyPart';
import type { KeyCodes, ReadSites } from '../keys/keyCodes';

/** Lists that are stored in two arrays. The items of list `n` begin at `starts[n]`. */
interface Listing {
	/** The start offset of each list, followed by the end offset of the last list. */
	readonly starts: Uint32Array;
	readonly items: Uint32Array;
}

interface SitePairs {
	/** For each list of sites, the index of its first version. The versions of a list are adjacent and sorted by code. */
	readonly starts: Uint32Array;
	readonly versions: Uint32Array;
	readonly records: Uint32Array;
}

export interface SiteIndex {
	readonly sites: RecordSites;
	readonly pairs: SitePairs;
	readonly firstRecord: Uint32Array;
	readonly listsOfSite: Listing;
	readonly sitesOfFile: Listing;
	/** Returns the code of the file whose base name has this hash. Returns undefined if the file has no sites. */
	fileOf(name: Hash): number | undefined;
	readonly fileOfSite: Uint32Array;
	readonly files: number;
	readonly minified: number;
	readonly bytes: number;
}

export interface SitesOfRecords {
	readonly index: SiteIndex;
	readonly sites: ReadSites;
	readonly groups: KeyCodes;
	readonly recordsOfGroup: Uint32Array;
	readonly versions: KeyCodes | undefined;
	readonly builds: ReadonlyMap<number, string>;
	readonly generation: number;
}

export function getItems({ starts, items }: Listing, of: number): Uint32Array {
	return items.subarray(starts[of], starts[of + 1]);
}

export function getPair({ starts, versions }: SitePairs, list: number, version: number): number | undefined {
	let from = starts[list] ?? 0;
	let to = starts[list + 1] ?? 0;
	while (from < to) {
		const middle = (from + to) >>> 1;
		if ((versions[middle] ?? 0) < version) {
			from = middle + 1;
		} else {
			to = middle;
		}
	}
	return from < (starts[list + 1] ?? 0) && versions[from] === version ? from : undefined;
}

export async function makeSiteIndex(
	sites: RecordSites,
	versions: Pick<KeyCodes, 'codes' | 'size'> | undefined,
	scheduler: Scheduler,
): Promise<SiteIndex> {
	const lists = sites.ends.length;
	const { counts, firstRecord } = await countLists(sites.codes, lists, scheduler);
	const pairs = await pairsOf(sites.codes, counts, versions, scheduler);
	const listsOfSite = await listsBySite(sites, scheduler);
	const { fileOfSite, codes } = await filesOfSites(sites, scheduler);
	const sitesOfFile = await inverted(fileOfSite, codes.size + 1, scheduler);
	return {
		sites,
		pairs,
		firstRecord,
		listsOfSite,
		sitesOfFile,
		fileOf: ({ low, high }) => {
			const found = codes.find(low, high);
			return found === undefined ? undefined : found + 1;
		},
		fileOfSite,
		files: codes.size + 1,
		minified: counts[minifiedList] ?? 0,
		bytes: codes.bytes + getBytes(pairs, listsOfSite, sitesOfFile, { firstRecord, fileOfSite }),
	};
}

export function isFirstOf({ members, ends }: RecordSites, site: number, list: number): boolean {
	return members[ends[list - 1] ?? 0] === site;
}

async function countLists(codes: RecordSites['codes'], lists: number, scheduler: Scheduler) {
	const counts = new Uint32Array(lists);
	const firstRecord = new Uint32Array(lists);
	await scheduler.forEachBatch(codes.length, (from, to) => {
		for (let record = from; record < to; record++) {
			const list = codes[record] ?? 0;
			const count = counts[list] ?? 0;
			if (count === 0) {
				firstRecord[list] = record;
			}
			counts[list] = count + 1;
		}
	});
	return { counts, firstRecord };
}

async function pairsOf(
	codes: RecordSites['codes'],
	counts: Uint32Array,
	versions: Pick<KeyCodes, 'codes' | 'size'> | undefined,
	scheduler: Scheduler,
): Promise<SitePairs> {
	const first = minifiedList + 1;
	const ends = new Uint32Array(counts.length);
	let withSites = 0;
	for (let list = first; list < counts.length; list++) {
		ends[list] = withSites;
		withSites += counts[list] ?? 0;
	}
	const together = new Uint32Array(withSites);
	await scheduler.forEachBatch(codes.length, (from, to) => {
		for (let record = from; record < to; record++) {
			const list = codes[record] ?? 0;
			if (list >= first) {
				const place = ends[list] ?? 0;
				together[place] = versions?.codes[record] ?? 0;
				ends[list] = place + 1;
			}
		}
	});
	const starts = new Uint32Array(counts.length + 1);
	const counted = new PairCounts(versions?.size ?? 1);
	let at = 0;
	for (let list = 0; list < counts.length; list++) {
		starts[list] = counted.pairs;
		const end = list < first ? 0 : (ends[list] ?? 0);
		for (; at < end; at++) {
			counted.add(together[at] ?? 0);
		}
		counted.close();
		if (scheduler.isYieldDue) {
			await scheduler.yieldNow();
		}
	}
	starts[counts.length] = counted.pairs;
	return { starts, ...counted.finish() };
}

class PairCounts {
	pairs = 0;
	private readonly counts: Uint32Array;
	private open: number[] = [];
	private readonly versions: number[] = [];
	private readonly records: number[] = [];

	constructor(versions: number) {
		this.counts = new Uint32Array(versions);
	}

	add(version: number): void {
		const count = this.counts[version] ?? 0;
		if (count === 0) {
			this.open.push(version);
		}
		this.counts[version] = count + 1;
	}

	close(): void {
		this.open.sort((a, b) => a - b);
		for (const version of this.open) {
			this.versions.push(version);
			this.records.push(this.counts[version] ?? 0);
			this.counts[version] = 0;
		}
		this.pairs = this.versions.length;
		this.open = [];
	}

	finish(): Pick<SitePairs, 'versions' | 'records'> {
		return { versions: Uint32Array.from(this.versions), records: Uint32Array.from(this.records) };
	}
}

async function listsBySite({ ends, members, lows }: RecordSites, scheduler: Scheduler): Promise<Listing> {
	const starts = await startsOf(members, lows.length, scheduler);
	const places = starts.slice();
	const items = new Uint32Array(members.length);
	let list = 0;
	await scheduler.forEachBatch(members.length, (from, to) => {
		for (let at = from; at < to; at++) {
			while (at >= (ends[list] ?? 0)) {
				list++;
			}
			const site = members[at] ?? 0;
			const place = places[site] ?? 0;
			items[place] = list;
			places[site] = place + 1;
		}
	});
	return { starts, items };
}

async function filesOfSites({ fileLows, fileHighs }: RecordSites, scheduler: Scheduler) {
	const codes = new CodesOf64Bits();
	const fileOfSite = new Uint32Array(fileLows.length);
	await scheduler.forEachBatch(fileLows.length, (from, to) => {
		for (let site = Math.max(1, from); site < to; site++) {
			fileOfSite[site] = codes.add(fileLows[site] ?? 0, fileHighs[site] ?? 0) + 1;
		}
	});
	return { fileOfSite, codes };
}

async function inverted(codes: Uint32Array, size: number, scheduler: Scheduler): Promise<Listing> {
	const starts = await startsOf(codes, size, scheduler);
	const places = starts.slice();
	const items = new Uint32Array(codes.length);
	await scheduler.forEachBatch(codes.length, (from, to) => {
		for (let index = from; index < to; index++) {
			const code = codes[index] ?? 0;
			const place = places[code] ?? 0;
			items[place] = index;
			places[code] = place + 1;
		}
	});
	return { starts, items };
}

async function startsOf(codes: Uint32Array, size: number, scheduler: Scheduler): Promise<Uint32Array> {
	const starts = new Uint32Array(size + 1);
	await scheduler.forEachBatch(codes.length, (from, to) => {
		for (let index = from; index < to; index++) {
			const code = codes[index] ?? 0;
			starts[code + 1] = (starts[code + 1] ?? 0) + 1;
		}
	});
	for (let code = 0; code < size; code++) {
		starts[code + 1] = (starts[code + 1] ?? 0) + (starts[code] ?? 0);
	}
	return starts;
}

function getBytes(...some: readonly object[]): number {
	return some
		.flatMap((one) => Object.values(one))
		.reduce((sum, value) => sum + (value instanceof Uint32Array ? value.byteLength : 0), 0);
}
