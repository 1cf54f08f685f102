import type { Scheduler } from '../../../common/scheduler';
import type { SiteSet } from './siteAnswers';
import { getItems, getPair, isFirstOf, type SitesOfRecords } from './siteIndex';

interface MatchedRecords {
	readonly records: Uint32Array;
	placesOf(set: number): Uint32Array;
}

export async function matchSets(
	{ index, versions }: SitesOfRecords,
	sets: readonly SiteSet[],
	scheduler: Scheduler,
): Promise<MatchedRecords> {
	const { sites, pairs } = index;
	const setsOfPair = await setsByPair({ index }, sets, scheduler);
	/** Set indexes by class. Pairs that belong to the same sets share a class. Class 0 belongs to no set. */
	const classes: (readonly number[])[] = [[]];
	const classBySets = new Map<string, number>();
	const classOfPair = new Uint32Array(pairs.versions.length);
	const isWanted = new Uint8Array(sites.ends.length);
	const counts: number[] = [0];
	for (const [pair, { list, of }] of setsOfPair) {
		const key = of.join();
		const found = classBySets.get(key) ?? classes.push(of) - 1;
		classBySets.set(key, found);
		classOfPair[pair] = found;
		isWanted[list] = 1;
		counts[found] = (counts[found] ?? 0) + (pairs.records[pair] ?? 0);
		if (scheduler.isYieldDue) {
			await scheduler.yieldNow();
		}
	}
	const starts: number[] = [];
	let all = 0;
	for (const count of counts) {
		starts.push(all);
		all += count;
	}
	const ends = Uint32Array.from(starts);
	const records = new Uint32Array(all);
	const { codes } = sites;
	await scheduler.forEachBatch(all === 0 ? 0 : codes.length, (from, to) => {
		for (let record = from; record < to; record++) {
			const list = codes[record] ?? 0;
			if (isWanted[list] === 1) {
				const found = classOfPair[getPair(pairs, list, versions?.codes[record] ?? 0) ?? -1] ?? 0;
				if (found !== 0) {
					const place = ends[found] ?? 0;
					records[place] = record;
					ends[found] = place + 1;
				}
			}
		}
	});
	return {
		records,
		placesOf: (set) => {
			const own = [...classes.keys()].filter((one) => classes[one]?.includes(set));
			const places = new Uint32Array(own.reduce((sum, one) => sum + (counts[one] ?? 0), 0));
			let filled = 0;
			for (const one of own) {
				for (let place = starts[one] ?? 0; place < (ends[one] ?? 0); place++) {
					places[filled++] = place;
				}
			}
			return places;
		},
	};
}

async function setsByPair({ index }: Pick<SitesOfRecords, 'index'>, sets: readonly SiteSet[], scheduler: Scheduler) {
	const { sites, pairs, listsOfSite } = index;
	const found = new Map<number, { readonly list: number; readonly of: number[] }>();
	for (const [set, { of, threw }] of sets.entries()) {
		for (const { site, version } of of) {
			// Site 0 represents a missing site, and IDs past the end are invalid.
			const lists = site > 0 && site < sites.lows.length ? getItems(listsOfSite, site) : [];
			for (const list of lists) {
				const pair = threw && !isFirstOf(sites, site, list) ? undefined : getPair(pairs, list, version);
				if (pair !== undefined) {
					const known = found.get(pair) ?? { list, of: [] };
					found.set(pair, known);
					if (known.of.at(-1) !== set) {
						known.of.push(set);
					}
				}
			}
			if (scheduler.isYieldDue) {
				await scheduler.yieldNow();
			}
		}
	}
	return found;
}
