import type { ErrorValue } from '../../../../shared/groupValue';
import { decodeError } from '../../../../shared/groupValue';
import type { Scheduler } from '../../../common/scheduler';
import { allRecords } from '../execution/selectPositions';
import type { Snapshot } from '../execution/snapshot';
import { getTimeSpan, type Times } from '../execution/times';
import { ranksOfCodes } from '../groups/groupVersions';
import { textsOfCodes } from '../keys/keyTexts';
import type { QueryCache } from '../queryCache';
import { devicesOfRecords } from './devicesOfRecords';
import { matchSets } from './matchSets';
import type { SiteCount, SiteCountsQuestion, SiteGroup, VersionRange } from './siteAnswers';
import type { SitesOfRecords } from './siteIndex';
import { Summaries, type Summary } from './summaries';
import { versionNames } from './versionNames';

const trendParts = 12;
const mostGroups = 100;

export async function countsOfSets(
	queryCache: QueryCache,
	snapshot: Snapshot,
	known: SitesOfRecords,
	{ sets, maxGroups }: SiteCountsQuestion,
	scheduler: Scheduler,
): Promise<SiteCount[]> {
	const { groups, recordsOfGroup, versions } = known;
	const { timeColumn, versionColumn } = snapshot.info;
	const matched = await matchSets(known, sets, scheduler);
	const { records } = matched;
	const times = timeColumn === undefined ? undefined : await queryCache.times(snapshot, timeColumn, scheduler.signal);
	const trend = times && (await TrendOf.all(times, snapshot.records, scheduler));
	const summaries = new Summaries(
		records,
		await devicesOfRecords(queryCache, snapshot, records, scheduler),
		times,
		versions && {
			codes: versions.codes,
			ranks: await ranksOfCodes(queryCache, snapshot, versionColumn ?? -1, versions, scheduler),
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
	const keyByGroup = new Map(codes.map((code, place) => [code, keys[place] ?? '']));
	const getRange = ({ lowest, highest, versions: count }: Summary): VersionRange | undefined =>
		count === 0 ? undefined : { first: nameByVersion.get(lowest) ?? '', last: nameByVersion.get(highest) ?? '', count };
	return counted.map(({ summary, trend, groupCount, groups }): SiteCount => {
		const told = groups.flatMap(({ group, summary }): SiteGroup[] => {
			const key = keyByGroup.get(group) ?? '';
			// The key is missing if the file has changed since it was opened.
			const title: ErrorValue | undefined = key === '' ? undefined : decodeError(key);
			const { records, devices, lastSeen } = summary;
			return title
				? [{ key, title, records, devices, lastSeen, versions: getRange(summary), ofAll: recordsOfGroup[group] ?? 0 }]
				: [];
		});
		const { records, devices, firstSeen, lastSeen } = summary;
		return { records, devices, firstSeen, lastSeen, versions: getRange(summary), trend, groupCount, groups: told };
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
		// Times have a resolution of one second, so adding 1 puts the last time into the last interval.
		return new TrendOf(times, first, trendParts / (last - first + 1));
	}

	async of(places: Uint32Array, records: Uint32Array, scheduler: Scheduler): Promise<number[]> {
		const counts = new Array<number>(trendParts).fill(0);
		await scheduler.forEachBatch(places.length, (from, to) => {
			for (let index = from; index < to; index++) {
				const time = this.times[records[places[index] ?? 0] ?? 0] ?? Number.NaN;
				// The comparison is false for NaN.
				if (time >= this.start) {
					const part = Math.floor((time - this.start) * this.scale);
					counts[part] = (counts[part] ?? 0) + 1;
				}
			}
		});
		return counts;
	}
}
