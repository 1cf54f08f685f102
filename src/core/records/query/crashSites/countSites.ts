import type { ErrorValue } from '../../../../shared/groupValue';
import { decodeError } from '../../../../shared/groupValue';
import type { Pace } from '../../../common/pace';
import { ranksOfCodes } from '../groups/groupVersions';
import { textsOfCodes } from '../keys/keyTexts';
import type { Prepared } from '../prepared';
import { allRecords } from '../work/keep';
import type { Snapshot } from '../work/snapshot';
import { type Times, timeSpanOf } from '../work/times';
import { devicesOfRecords } from './devicesOfRecords';
import { matchSets } from './matchSets';
import type { SiteCount, SiteCountsQuestion, SiteGroup, VersionRange } from './siteAnswers';
import type { SitesOfRecords } from './siteIndex';
import { Summaries, type Summary } from './summaries';
import { versionNames } from './versionNames';

/** Parts of the time of all records. */
const trendParts = 12;
/** Of one set; a person looks at no more. */
const mostGroups = 100;

/** The records of each set, counted. */
export async function countsOfSets(
	prepared: Prepared,
	snapshot: Snapshot,
	known: SitesOfRecords,
	{ sets, maxGroups }: SiteCountsQuestion,
	pace: Pace,
): Promise<SiteCount[]> {
	const { groups, recordsOfGroup, versions } = known;
	const { timeColumn, versionColumn } = snapshot.info;
	const matched = await matchSets(known, sets, pace);
	const { records } = matched;
	const times = timeColumn === undefined ? undefined : await prepared.times(snapshot, timeColumn, pace.signal);
	const trend = times && (await TrendOf.all(times, snapshot.records, pace));
	const summaries = new Summaries(
		records,
		await devicesOfRecords(prepared, snapshot, records, pace),
		times,
		versions && {
			codes: versions.codes,
			ranks: await ranksOfCodes(prepared, snapshot, versionColumn ?? -1, versions, pace),
		},
	);
	const counted: CountedSet[] = [];
	for (const [set] of sets.entries()) {
		const places = matched.placesOf(set);
		const byGroup = await placesByGroup(places, records, groups.codes, Math.min(maxGroups, mostGroups), pace);
		const ofGroups: CountedGroup[] = [];
		for (const { group, places } of byGroup.most) {
			ofGroups.push({ group, summary: await summaries.of(places, pace) });
		}
		counted.push({
			summary: await summaries.of(places, pace),
			trend: (await trend?.of(places, records, pace)) ?? [],
			groupCount: byGroup.count,
			groups: ofGroups,
		});
	}
	const all = counted.flatMap(({ summary, groups }) => [summary, ...groups.map((group) => group.summary)]);
	const nameOf = await versionNames(
		snapshot,
		versions,
		all.flatMap(({ lowest, highest }) => [lowest, highest]),
		pace,
	);
	const codes = [...new Set(counted.flatMap(({ groups }) => groups.map(({ group }) => group)))];
	const keys = await textsOfCodes(snapshot, groups.texts, codes, pace);
	const keyOf = new Map(codes.map((code, place) => [code, keys[place] ?? '']));
	const rangeOf = ({ lowest, highest, versions: count }: Summary): VersionRange | undefined =>
		count === 0 ? undefined : { first: nameOf.get(lowest) ?? '', last: nameOf.get(highest) ?? '', count };
	return counted.map(({ summary, trend, groupCount, groups }): SiteCount => {
		const told = groups.flatMap(({ group, summary }): SiteGroup[] => {
			const key = keyOf.get(group) ?? '';
			// Without a key, what was read of the file is not what it was.
			const title: ErrorValue | undefined = key === '' ? undefined : decodeError(key);
			const { records, devices, lastSeen } = summary;
			return title
				? [{ key, title, records, devices, lastSeen, versions: rangeOf(summary), ofAll: recordsOfGroup[group] ?? 0 }]
				: [];
		});
		const { records, devices, firstSeen, lastSeen } = summary;
		return { records, devices, firstSeen, lastSeen, versions: rangeOf(summary), trend, groupCount, groups: told };
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

/** @returns how many groups there are, and those with most records, each with its places */
async function placesByGroup(
	places: Uint32Array,
	records: Uint32Array,
	groups: ArrayLike<number>,
	most: number,
	pace: Pace,
): Promise<{
	readonly count: number;
	readonly most: readonly { readonly group: number; readonly places: Uint32Array }[];
}> {
	const counts = new Map<number, number>();
	const groupAt = (index: number) => groups[records[places[index] ?? 0] ?? 0] ?? 0;
	await pace.walk(places.length, (from, to) => {
		for (let index = from; index < to; index++) {
			const group = groupAt(index);
			counts.set(group, (counts.get(group) ?? 0) + 1);
		}
	});
	const wanted = [...counts].sort(([a, one], [b, other]) => other - one || a - b).slice(0, most);
	const found = new Map(wanted.map(([group, count]) => [group, { places: new Uint32Array(count), filled: 0 }]));
	await pace.walk(places.length, (from, to) => {
		for (let index = from; index < to; index++) {
			const of = found.get(groupAt(index));
			if (of) {
				of.places[of.filled++] = places[index] ?? 0;
			}
		}
	});
	return { count: counts.size, most: Array.from(found, ([group, { places }]) => ({ group, places })) };
}

/** Counts records by equal parts of the time of all of them. */
class TrendOf {
	private constructor(
		private readonly times: Times,
		private readonly start: number,
		private readonly scale: number,
	) {}

	static async all(times: Times, records: number, pace: Pace): Promise<TrendOf> {
		const { first, last } = await timeSpanOf(allRecords(records), times, pace);
		// A second is the smallest unit, so the last one belongs to the last part.
		return new TrendOf(times, first, trendParts / (last - first + 1));
	}

	async of(places: Uint32Array, records: Uint32Array, pace: Pace): Promise<number[]> {
		const counts = new Array<number>(trendParts).fill(0);
		await pace.walk(places.length, (from, to) => {
			for (let index = from; index < to; index++) {
				const time = this.times[records[places[index] ?? 0] ?? 0] ?? Number.NaN;
				// False for NaN.
				if (time >= this.start) {
					const part = Math.floor((time - this.start) * this.scale);
					counts[part] = (counts[part] ?? 0) + 1;
				}
			}
		});
		return counts;
	}
}
