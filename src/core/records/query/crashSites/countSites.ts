import { decodeError, type ErrorValue } from '../../../../shared/groupValue';
import type { Scheduler } from '../../../common/scheduler';
import type { CachedSnapshot } from '../cachedSnapshot';
import { allRecords } from '../execution/selectPositions';
import { getTimeSpan, type Times } from '../execution/times';
import { ranksOfCodes } from '../groups/groupVersions';
import { textsOfCodes, versionNames } from '../keys/keyCodes';
import type { SiteCount, SiteCountsQuestion, SiteGroup, SiteSet, VersionRange } from './siteAnswers';
import { getItems, getPair, isFirstOf, type SitesOfRecords } from './siteIndex';
import { devicesOfRecords, Summaries, type Summary } from './summaries';

const trendParts = 12;
const mostGroups = 100;

export async function countsOfSets(
	snapshot: CachedSnapshot,
	known: SitesOfRecords,
	{ sets, maxGroups }: SiteCountsQuestion,
	scheduler: Scheduler,
): Promise<SiteCount[]> {
	const { groups, recordsOfGroup, versions } = known;
	const { timeColumn, versionColumn } = snapshot.info;
	const matched = await matchSets(known, sets, scheduler);
	const { records } = matched;
	const times = timeColumn === undefined ? undefined : await snapshot.times(timeColumn, scheduler.signal);
	const trend = times && (await TrendOf.all(times, snapshot.records, scheduler));
	const summaries = new Summaries(
		records,
		await devicesOfRecords(snapshot, records, scheduler),
		times,
		versions && {
			codes: versions.codes,
			ranks: await ranksOfCodes(snapshot, versionColumn ?? -1, versions, scheduler),
		},
	);
	const counted: CountedSet[] = [];
	for (const [set] of sets.entries()) {
		const places = matched.placesOf(set);
		const byGroup = await placesByGroup(places, records, groups.codes, Math.min(maxGroups, mostGroups), scheduler);
		const ofGroups: CountedGroup[] = [];
		for (const { group, places } of byGroup.most) {
			ofGroups.push({ group, summary: await summaries.of(places, scheduler) });
		}
		counted.push({
			summary: await summaries.of(places, scheduler),
			trend: (await trend?.of(places, records, scheduler)) ?? [],
			groupCount: byGroup.count,
			groups: ofGroups,
		});
	}
	const all = counted.flatMap(({ summary, groups }) => [summary, ...groups.map((group) => group.summary)]);
	const nameByVersion = await versionNames(
		snapshot,
		versions,
		all.flatMap(({ lowest, highest }) => [lowest, highest]),
		scheduler,
	);
	const codes = [...new Set(counted.flatMap(({ groups }) => groups.map(({ group }) => group)))];
	const keys = await textsOfCodes(snapshot, groups.texts, codes, scheduler);
	const keyByGroup = new Map(codes.map((code, index) => [code, keys[index] ?? '']));
	const getRange = ({ lowest, highest, versions: count }: Summary): VersionRange | undefined =>
		count === 0 ? undefined : { first: nameByVersion.get(lowest) ?? '', last: nameByVersion.get(highest) ?? '', count };
	return counted.map(({ summary, trend, groupCount, groups }): SiteCount => {
		const siteGroups = groups.flatMap(({ group, summary }): SiteGroup[] => {
			const key = keyByGroup.get(group) ?? '';
			// An empty key means that the file has changed since it was opened.
			const title: ErrorValue | undefined = key === '' ? undefined : decodeError(key);
			const { records, devices, lastSeen } = summary;
			return title
				? [{ key, title, records, devices, lastSeen, versions: getRange(summary), ofAll: recordsOfGroup[group] ?? 0 }]
				: [];
		});
		const { records, devices, firstSeen, lastSeen } = summary;
		return {
			records,
			devices,
			firstSeen,
			lastSeen,
			versions: getRange(summary),
			trend,
			groupCount,
			groups: siteGroups,
		};
	});
}

interface CountedGroup {
	readonly group: number;
	readonly summary: Summary;
}

interface CountedSet extends Pick<SiteCount, 'trend' | 'groupCount'> {
	readonly summary: Summary;
	readonly groups: readonly CountedGroup[];
}

async function placesByGroup(
	places: Uint32Array,
	records: Uint32Array,
	groups: ArrayLike<number>,
	most: number,
	scheduler: Scheduler,
): Promise<{
	readonly count: number;
	readonly most: readonly { readonly group: number; readonly places: Uint32Array }[];
}> {
	const counts = new Map<number, number>();
	const groupAt = (index: number) => groups[records[places[index] ?? 0] ?? 0] ?? 0;
	await scheduler.forEachBatch(places.length, (from, to) => {
		for (let index = from; index < to; index++) {
			const group = groupAt(index);
			counts.set(group, (counts.get(group) ?? 0) + 1);
		}
	});
	const wanted = [...counts].sort(([a, one], [b, other]) => other - one || a - b).slice(0, most);
	const found = new Map(wanted.map(([group, count]) => [group, { places: new Uint32Array(count), filled: 0 }]));
	await scheduler.forEachBatch(places.length, (from, to) => {
		for (let index = from; index < to; index++) {
			const of = found.get(groupAt(index));
			if (of) {
				of.places[of.filled++] = places[index] ?? 0;
			}
		}
	});
	return { count: counts.size, most: Array.from(found, ([group, { places }]) => ({ group, places })) };
}

class TrendOf {
	private constructor(
		private readonly times: Times,
		private readonly start: number,
		private readonly scale: number,
	) {}

	static async all(times: Times, records: number, scheduler: Scheduler): Promise<TrendOf> {
		const { first, last } = await getTimeSpan(allRecords(records), times, scheduler);
		// Without the added second, the last second would be outside the last interval.
		return new TrendOf(times, first, trendParts / (last - first + 1));
	}

	async of(places: Uint32Array, records: Uint32Array, scheduler: Scheduler): Promise<number[]> {
		const counts = new Array<number>(trendParts).fill(0);
		await scheduler.forEachBatch(places.length, (from, to) => {
			for (let index = from; index < to; index++) {
				const time = this.times[records[places[index] ?? 0] ?? 0] ?? Number.NaN;
				// Skips records without a time, whose time is NaN.
				if (time >= this.start) {
					const part = Math.floor((time - this.start) * this.scale);
					counts[part] = (counts[part] ?? 0) + 1;
				}
			}
		});
		return counts;
	}
}

interface MatchedRecords {
	readonly records: Uint32Array;
	placesOf(set: number): Uint32Array;
}

async function matchSets(
	{ index, versions }: SitesOfRecords,
	sets: readonly SiteSet[],
	scheduler: Scheduler,
): Promise<MatchedRecords> {
	const { sites, pairs } = index;
	const setsOfPair = await setsByPair({ index }, sets, scheduler);
	/**
	 * Pairs of a crash site and a version that belong to the same sets form a class. This array contains the indexes of
	 * the sets of each class. Class 0 has no sets.
	 */
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
			// Site 0 means no site. Site IDs that aren't in the index are invalid.
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
