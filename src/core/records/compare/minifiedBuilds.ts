import { type ComparedSide, type MinifiedTrace, verdictKinds } from '../../../shared/comparison';
import { decodeError } from '../../../shared/groupValue';
import type { GroupKey } from '../../../shared/results';
import type { Scheduler } from '../../common/scheduler';
import { originColumns, type RecordOrigin } from '../query/execution/foundMappings';
import type { KeyCodes } from '../query/keys/keyCodes';
import { textsOfCodes } from '../query/keys/keyCodes';
import { versionKey } from '../query/values/versionKey';
import { getBuild, getBuildColumn } from '../table/buildColumn';
import { minifiedList } from '../table/keyPart';
import type { JoinedGroups } from './joinGroups';
import type { CountedSide, CountedSides } from './sides';
import type { JudgedGroups } from './verdicts';

/**
 * A group gets no verdict if less than this share of the other side's records comes from builds in which the group
 * could have the same names.
 */
const leastComparable = 0.5;

interface MinifiedGroups {
	/** Groups with the verdict `new` or `gone` that may exist with different minified names on the other side. */
	readonly groups: ReadonlySet<number>;
	/** For each side, the first trace that requires a mapping file. */
	readonly traces: readonly MinifiedTrace[];
}

/** Finds new and disappeared groups that may exist with different minified names on the other side. */
export async function findMinifiedGroups(
	{ before, after }: Pick<CountedSides, 'before' | 'after'>,
	joined: JoinedGroups,
	{ unforbidden }: Pick<JudgedGroups, 'unforbidden'>,
	{ kind }: GroupKey,
	scheduler: Scheduler,
): Promise<MinifiedGroups> {
	const found: MinifiedGroups & { groups: Set<number> } = { groups: new Set(), traces: [] };
	const groupsOf = (verdict: 'new' | 'gone') => {
		const wanted = verdictKinds.indexOf(verdict);
		return [...unforbidden.keys()].filter((group) => unforbidden[group] === wanted);
	};
	const candidates = { before: groupsOf('gone'), after: groupsOf('new') };
	if ((kind !== 'frames' && kind !== 'topFrame') || candidates.before.length + candidates.after.length === 0) {
		return found;
	}
	const sides = { before: await buildsOf(before, scheduler), after: await buildsOf(after, scheduler) };
	if (sides.before.minified + sides.after.minified === 0) {
		return found;
	}
	for (const [own, other, codes] of [
		['before', 'after', joined.before],
		['after', 'before', joined.after],
	] as const) {
		const side = own === 'before' ? before : after;
		const builds = await buildsOfGroups(
			side,
			sides[own],
			candidates[own].map((group) => codes[group] ?? -1),
			scheduler,
		);
		for (const group of candidates[own]) {
			const ofGroup = builds.get(codes[group] ?? -1);
			if (ofGroup && comparableShare(ofGroup, sides[own], sides[other]) < leastComparable) {
				found.groups.add(group);
			}
		}
	}
	const traces = [
		...(await minifiedTrace('before', before, sides.before, scheduler)),
		...(await minifiedTrace('after', after, sides.after, scheduler)),
	];
	return found.groups.size === 0 ? found : { ...found, traces };
}

interface BuildCounts {
	readonly records: number;
	readonly minified: number;
}

interface SideBuilds extends BuildCounts {
	readonly frames: KeyCodes;
	/** Returns the internal number of the record's build, or 0 if the build is unknown. */
	buildOf(record: number): number;
	nameOf(build: number): string;
	readonly counts: ReadonlyMap<string, BuildCounts>;
}

interface GroupBuilds {
	readonly isMinified: boolean;
	readonly builds: ReadonlySet<string>;
}

function comparableShare({ isMinified, builds }: GroupBuilds, own: SideBuilds, other: SideBuilds): number {
	const ofBuilds = [...builds].map((build) => other.counts.get(build) ?? { records: 0, minified: 0 });
	const sum = (count: keyof BuildCounts) => ofBuilds.reduce((all, counts) => all + counts[count], 0);
	if (isMinified) {
		return sum('records') / Math.max(1, other.records);
	}
	// The group has no minified names. If it occurs in a minified build, minification left its names unchanged, so it has
	// the same names in every build.
	const isOfMinified =
		builds.size === 0 ? own.minified > 0 : [...builds].some((build) => (own.counts.get(build)?.minified ?? 0) > 0);
	return isOfMinified ? 1 : (other.records - other.minified + sum('minified')) / Math.max(1, other.records);
}

async function buildsOf({ snapshot, groups }: CountedSide, scheduler: Scheduler): Promise<SideBuilds> {
	const { signal } = scheduler;
	const keysOf = (column: number | undefined) =>
		column === undefined ? undefined : snapshot.keyCodes({ kind: 'column', column }, signal);
	const frames = await snapshot.keyCodes({ kind: 'frames' }, signal);
	const versions = await keysOf(snapshot.info.versionColumn);
	const buildNumbers = await keysOf(getBuildColumn(snapshot.allColumns));
	const size = buildNumbers?.size ?? 1;
	const buildOf = (record: number) => {
		const version = versions?.codes[record] ?? 0;
		return version === 0 ? 0 : version * size + (buildNumbers?.codes[record] ?? 0);
	};
	const byBuild = new Map<number, { records: number; minified: number }>();
	let minified = 0;
	await scheduler.forEachBatch(groups.numbers.length, (from, to) => {
		for (let index = from; index < to; index++) {
			const record = groups.numbers[index] ?? 0;
			const build = buildOf(record);
			const counts = byBuild.get(build) ?? { records: 0, minified: 0 };
			const isMinified = frames.sites?.codes[record] === minifiedList;
			counts.records++;
			counts.minified += isMinified ? 1 : 0;
			minified += isMinified ? 1 : 0;
			byBuild.set(build, counts);
		}
	});
	const known = [...byBuild.keys()].filter((build) => build !== 0);
	const textsOf = async (keys: KeyCodes | undefined, codes: readonly number[]) =>
		keys ? await textsOfCodes(snapshot, keys.texts, codes, scheduler) : [];
	const versionTexts = await textsOf(
		versions,
		known.map((build) => Math.floor(build / size)),
	);
	const buildTexts = await textsOf(
		buildNumbers,
		known.map((build) => build % size),
	);
	const names = new Map(
		known.map((build, place) => [
			build,
			`${versionKey(versionTexts[place] ?? '')}\n${getBuild(buildTexts[place]) ?? ''}`,
		]),
	);
	const counts = new Map<string, { records: number; minified: number }>();
	for (const [build, name] of names) {
		const added = byBuild.get(build) ?? { records: 0, minified: 0 };
		const all = counts.get(name) ?? { records: 0, minified: 0 };
		counts.set(name, { records: all.records + added.records, minified: all.minified + added.minified });
	}
	const { length: records } = groups.numbers;
	return { records, minified, frames, buildOf, nameOf: (build) => names.get(build) ?? '', counts };
}

async function buildsOfGroups(
	{ groups: { numbers, keys, tally } }: CountedSide,
	{ frames, buildOf, nameOf }: SideBuilds,
	codes: readonly number[],
	scheduler: Scheduler,
): Promise<ReadonlyMap<number, GroupBuilds>> {
	const found = new Map(codes.map((code) => [code, new Set<number>()]));
	await scheduler.forEachBatch(found.size === 0 ? 0 : numbers.length, (from, to) => {
		for (let index = from; index < to; index++) {
			const record = numbers[index] ?? 0;
			found.get(keys.codes[record] ?? 0)?.add(buildOf(record));
		}
	});
	return new Map(
		[...found].map(([code, builds]) => [
			code,
			{
				isMinified: frames.sites?.codes[tally.firstRecord[code] ?? 0] === minifiedList,
				builds: new Set([...builds].filter((build) => build !== 0).map(nameOf)),
			},
		]),
	);
}

async function minifiedTrace(
	side: ComparedSide,
	{ snapshot, groups: { numbers } }: CountedSide,
	{ frames, minified }: SideBuilds,
	scheduler: Scheduler,
): Promise<readonly MinifiedTrace[]> {
	const record = minified === 0 ? undefined : numbers.find((number) => frames.sites?.codes[number] === minifiedList);
	if (record === undefined) {
		return [];
	}
	const { codes, origins } = await snapshot.origins(scheduler.signal);
	const unknown = Object.fromEntries(originColumns.map((name) => [name, ''])) as RecordOrigin;
	const [text = ''] = await textsOfCodes(snapshot, frames.texts, [frames.codes[record] ?? 0], scheduler);
	const isScript = text !== '' && decodeError(text).platform === 'javascript';
	return [{ side, file: isScript ? 'sourceMap' : 'r8', origin: origins[codes[record] ?? 0] ?? unknown }];
}
