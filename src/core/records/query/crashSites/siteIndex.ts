import { CodesOf64Bits, type Hash } from '../../../common/hash64';
import type { Pace } from '../../../common/pace';
import { minifiedList, type RecordSites } from '../../table/keyPart';
import type { KeyCodes, ReadSites } from '../keys/keyCodes';

/** Where the items of each of some things are, one thing's behind the other's: those of `n` begin at `starts[n]`. */
interface Listing {
	/** One more than there are things. */
	readonly starts: Uint32Array;
	readonly items: Uint32Array;
}

/** What records with the same sites and the same version have in common. */
interface SitePairs {
	/** By list: its first pair; those of a list follow each other, in the order of versions' codes. */
	readonly starts: Uint32Array;
	/** By pair. */
	readonly versions: Uint32Array;
	readonly records: Uint32Array;
}

/** The sites of all records, to be asked about by file without looking at those of others. */
export interface SiteIndex {
	readonly sites: RecordSites;
	readonly pairs: SitePairs;
	/** By list: the first record that has it. */
	readonly firstRecord: Uint32Array;
	readonly listsOfSite: Listing;
	readonly sitesOfFile: Listing;
	/** The code of a file by the hash of its base name; undefined where it has no sites. */
	fileOf(name: Hash): number | undefined;
	/** Of the file of a site. */
	readonly fileOfSite: Uint32Array;
	readonly files: number;
	/** Records whose traces only a mapping could read. */
	readonly minified: number;
	readonly bytes: number;
}

/** What questions about the sites of some records are answered from. */
export interface SitesOfRecords {
	readonly index: SiteIndex;
	readonly sites: ReadSites;
	/** Keys by frames. */
	readonly groups: KeyCodes;
	/** By code of a group. */
	readonly recordsOfGroup: Uint32Array;
	/** Undefined where the records have no such column. */
	readonly versions: KeyCodes | undefined;
	/** By code of a version: the number of its build, of those that have one alone. */
	readonly builds: ReadonlyMap<number, string>;
	readonly generation: number;
}

/** The items of a thing. */
export function itemsOf({ starts, items }: Listing, of: number): Uint32Array {
	return items.subarray(starts[of], starts[of + 1]);
}

/** The pair of a list and a version; undefined where no record has both. */
export function pairOf({ starts, versions }: SitePairs, list: number, version: number): number | undefined {
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

/** @param versions Undefined where the records have no such column. */
export async function makeSiteIndex(
	sites: RecordSites,
	versions: Pick<KeyCodes, 'codes' | 'size'> | undefined,
	pace: Pace,
): Promise<SiteIndex> {
	const lists = sites.ends.length;
	const { counts, firstRecord } = await countLists(sites.codes, lists, pace);
	const pairs = await pairsOf(sites.codes, counts, versions, pace);
	const listsOfSite = await listsBySite(sites, pace);
	const { fileOfSite, codes } = await filesOfSites(sites, pace);
	const sitesOfFile = await inverted(fileOfSite, codes.size + 1, pace);
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
		bytes: codes.bytes + bytesOf(pairs, listsOfSite, sitesOfFile, { firstRecord, fileOfSite }),
	};
}

/** Whether a site is the first frame of one's own code in the traces of a list. */
export function isFirstOf({ members, ends }: RecordSites, site: number, list: number): boolean {
	return members[ends[list - 1] ?? 0] === site;
}

async function countLists(codes: RecordSites['codes'], lists: number, pace: Pace) {
	const counts = new Uint32Array(lists);
	const firstRecord = new Uint32Array(lists);
	await pace.walk(codes.length, (from, to) => {
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

/** Versions of the records of each list are put together first, and then counted list by list. */
async function pairsOf(
	codes: RecordSites['codes'],
	counts: Uint32Array,
	versions: Pick<KeyCodes, 'codes' | 'size'> | undefined,
	pace: Pace,
): Promise<SitePairs> {
	const first = minifiedList + 1;
	const ends = new Uint32Array(counts.length);
	let withSites = 0;
	for (let list = first; list < counts.length; list++) {
		ends[list] = withSites;
		withSites += counts[list] ?? 0;
	}
	const together = new Uint32Array(withSites);
	await pace.walk(codes.length, (from, to) => {
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
		if (pace.due) {
			await pace.rest();
		}
	}
	starts[counts.length] = counted.pairs;
	return { starts, ...counted.finish() };
}

/** How many records of one list after another have each version. */
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

async function listsBySite({ ends, members, lows }: RecordSites, pace: Pace): Promise<Listing> {
	const starts = await startsOf(members, lows.length, pace);
	const places = starts.slice();
	const items = new Uint32Array(members.length);
	let list = 0;
	await pace.walk(members.length, (from, to) => {
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

async function filesOfSites({ fileLows, fileHighs }: RecordSites, pace: Pace) {
	const codes = new CodesOf64Bits();
	const fileOfSite = new Uint32Array(fileLows.length);
	await pace.walk(fileLows.length, (from, to) => {
		for (let site = Math.max(1, from); site < to; site++) {
			fileOfSite[site] = codes.add(fileLows[site] ?? 0, fileHighs[site] ?? 0) + 1;
		}
	});
	return { fileOfSite, codes };
}

/** Which things have each code. */
async function inverted(codes: Uint32Array, size: number, pace: Pace): Promise<Listing> {
	const starts = await startsOf(codes, size, pace);
	const places = starts.slice();
	const items = new Uint32Array(codes.length);
	await pace.walk(codes.length, (from, to) => {
		for (let index = from; index < to; index++) {
			const code = codes[index] ?? 0;
			const place = places[code] ?? 0;
			items[place] = index;
			places[code] = place + 1;
		}
	});
	return { starts, items };
}

async function startsOf(codes: Uint32Array, size: number, pace: Pace): Promise<Uint32Array> {
	const starts = new Uint32Array(size + 1);
	await pace.walk(codes.length, (from, to) => {
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

function bytesOf(...some: readonly object[]): number {
	return some
		.flatMap((one) => Object.values(one))
		.reduce((sum, value) => sum + (value instanceof Uint32Array ? value.byteLength : 0), 0);
}
