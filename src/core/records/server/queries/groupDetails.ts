import type { Group, GroupKey } from '../../../../shared/results';
import { textLiteral } from '../../../database/literals';
import { labelsOfGroup } from '../../../stack/grouping/errorLine';
import { detailOfTexts } from '../../query/groups/groupDetails';
import { valueOfKey } from '../../query/keys/valueOfKey';
import { hashLiteral } from '../dataset/hash16';
import type { RankedGroup } from '../dataset/rankedGroup';
import { hasTime, keyKinds } from '../dataset/schema';
import { among, getBeginning } from '../dataset/sqlColumn';
import { groupExpression, groupLiteral } from '../dataset/viewSql';
import type { ServerViews } from '../dataset/views';

const maxLineLength = 20_000;

export interface ViewTimes {
	readonly scope: string;
	/** Times in Unix seconds, or undefined if no record has a time. */
	readonly times: { readonly earliest: number; readonly latest: number } | undefined;
}

interface DescribedOnServer {
	readonly key: GroupKey;
	readonly groups: readonly RankedGroup[];
	readonly trendParts: number;
}

export async function describeOnServer(
	views: ServerViews,
	view: ViewTimes,
	{ key, groups, trendParts }: DescribedOnServer,
	signal: AbortSignal,
): Promise<Group[]> {
	if (groups.length === 0) {
		return [];
	}
	const values = await getTexts(views, key, groups, signal);
	const details = await detailsOf(views, key, groups, signal);
	const versions = await getVersions(views, view, key, groups, signal);
	const trends = await trendsOf(views, view, { key, groups, parts: trendParts }, signal);
	return groups.map(({ group, first, records, devices, firstSeen, lastSeen }, index) => ({
		...labelsOfGroup(valueOfKey(key, values[index] ?? ''), details[index] ?? ''),
		firstRecord: first.number,
		records,
		devices,
		firstSeen,
		lastSeen,
		firstVersion: versions.get(group)?.[0] ?? '',
		lastVersion: versions.get(group)?.[1] ?? '',
		trend: trends.get(group) ?? [],
	}));
}

async function getTexts(
	{ dataset }: ServerViews,
	key: GroupKey,
	groups: readonly RankedGroup[],
	signal: AbortSignal,
): Promise<readonly string[]> {
	if (key.kind === 'column' || key.kind === 'name') {
		return groups.map(({ group }) => group);
	}
	const rows = await dataset.rows(
		`SELECT lower(hex(hash)), any(value) FROM ${dataset.keys} WHERE kind = ${keyKinds[key.kind]} AND ${among('hash', hashes(groups))} GROUP BY hash`,
		groups.length,
		signal,
	);
	const texts = new Map(rows.map(([hash, text = '']) => [hash, text]));
	return groups.map(({ group }) => texts.get(group) ?? '');
}

function hashes(groups: readonly RankedGroup[]): string[] {
	return groups.map(({ group }) => hashLiteral(group));
}

function ofGroups({ dataset }: ServerViews, key: GroupKey, groups: readonly RankedGroup[]): string {
	const isHashed = key.kind !== 'column' && key.kind !== 'name';
	const literals = isHashed ? hashes(groups) : groups.map(({ group }) => groupLiteral(key, group));
	return among(groupExpression(dataset, key), literals);
}

function shown({ dataset }: ServerViews, key: GroupKey): string {
	const expression = groupExpression(dataset, key);
	return key.kind === 'column' || key.kind === 'name' ? expression : `lower(hex(${expression}))`;
}

async function detailsOf(
	views: ServerViews,
	key: GroupKey,
	groups: readonly RankedGroup[],
	signal: AbortSignal,
): Promise<readonly string[]> {
	if (key.kind === 'column') {
		return [];
	}
	const names = key.kind === 'message' ? ['error_name'] : ['error', 'error_name'];
	const columns = names.flatMap((name) => views.dataset.named(name) ?? []);
	if (columns.length === 0) {
		return [];
	}
	const rows = await views.ofRecords(
		groups.map(({ first }) => first.number),
		columns.map(({ text }) => getBeginning(text, maxLineLength)),
		signal,
	);
	return rows.map(detailOfTexts);
}

type Versions = ReadonlyMap<string, readonly [first: string, last: string]>;

/** Returns the lowest and highest version of each group. If sort keys are equal, uses the first record's version. */
async function getVersions(
	views: ServerViews,
	view: ViewTimes,
	key: GroupKey,
	groups: readonly RankedGroup[],
	signal: AbortSignal,
): Promise<Versions> {
	const texts = await views.versions(signal);
	const known = new Map<string, readonly [string, string]>();
	const others: RankedGroup[] = [];
	for (const group of groups) {
		const { least, most } = group.versions ?? {};
		const [first, last] = [least, most].map((order) => (order === '' ? '' : texts?.get(order ?? '')));
		if (first !== undefined && last !== undefined) {
			known.set(group.group, [first, last]);
		} else {
			others.push(group);
		}
	}
	return others.length === 0
		? known
		: new Map([...known, ...(await versionsByRecords(views, view, key, others, signal))]);
}

async function versionsByRecords(
	views: ServerViews,
	{ scope }: ViewTimes,
	key: GroupKey,
	groups: readonly RankedGroup[],
	signal: AbortSignal,
): Promise<Versions> {
	const { dataset } = views;
	const { versionColumn } = dataset.info;
	if (versionColumn === undefined) {
		return new Map();
	}
	const { text, order } = dataset.column(versionColumn);
	const rows = await dataset.rows(
		`SELECT ${shown(views, key)}, argMin(${text}, (${order}, toInt64(_n))), argMax(${text}, (${order}, -toInt64(_n))) ${scope} AND ${text} != '' AND ${ofGroups(views, key, groups)} GROUP BY ${groupExpression(dataset, key)}`,
		groups.length,
		signal,
	);
	return new Map(rows.map(([group = '', first = '', last = '']) => [group, [first, last]]));
}

interface CountedTrends {
	readonly key: GroupKey;
	readonly groups: readonly RankedGroup[];
	readonly parts: number;
}

async function trendsOf(
	views: ServerViews,
	{ scope, times }: ViewTimes,
	{ key, groups, parts }: CountedTrends,
	signal: AbortSignal,
): Promise<ReadonlyMap<string, readonly number[]>> {
	const { dataset } = views;
	if (dataset.info.timeColumn === undefined || parts <= 0) {
		return new Map();
	}
	const trends = new Map(groups.map(({ group }) => [group, new Array<number>(parts).fill(0)]));
	if (!times) {
		return trends;
	}
	// Without the added second, the last second would be outside the last interval.
	const scale = `(toFloat64(${parts}) / toFloat64(${times.latest - times.earliest + 1}))`;
	const part = `toUInt32(floor(toFloat64(_time - toInt64(${textLiteral(String(times.earliest))})) * ${scale}))`;
	const rows = await dataset.rows(
		`SELECT ${shown(views, key)}, toString(${part}), toString(count()) ${scope} AND ${hasTime} AND ${ofGroups(views, key, groups)} GROUP BY ${groupExpression(dataset, key)}, ${part}`,
		groups.length * parts,
		signal,
	);
	for (const [group = '', index, count] of rows) {
		const trend = trends.get(group);
		if (trend) {
			trend[Number(index)] = Number(count);
		}
	}
	return trends;
}
