import type {
	Change,
	ComparedGroup,
	ComparisonPage,
	ComparisonPageQuestion,
	ComparisonQuestion,
	GroupVerdict,
} from '../../../shared/comparison';
import { verdictKinds } from '../../../shared/comparison';
import type { Group } from '../../../shared/results';
import { Pace, type Report } from '../../common/pace';
import { describeGroups } from '../query/groups/groupDetails';
import { radixSort } from '../query/order/radixSort';
import { keepWhere, mapEach } from '../query/work/keep';
import { SharedCache } from '../query/work/sharedCache';
import { type Comparison, compareSides } from './comparison';
import { countPeriods } from './countPeriods';
import type { ComparedTable } from './selectSide';
import type { CountedSide } from './sides';
import { type Exposure, noneAtMost, ratioInterval, ratioOf } from './statistics/binomialTest';
import type { AdjustedCounts } from './verdicts';

/** Chances differ where these many times their logarithm do. */
const chanceScale = 1000;

interface ComparedTables {
	readonly before: ComparedTable;
	readonly after: ComparedTable;
}

/** Comparisons of tables, of each pair the latest; they go with either of the tables. */
export class Comparisons {
	private readonly made = new WeakMap<ComparedTable, WeakMap<ComparedTable, SharedCache<Comparison>>>();

	async page(
		tables: ComparedTables,
		{ verdicts, order, start, end, trendParts, ...question }: ComparisonPageQuestion,
		signal: AbortSignal,
		report: Report,
	): Promise<ComparisonPage> {
		const comparison = await this.of(tables, question, signal, report);
		const { before, after, lag, reasons, groups, likelySame } = comparison;
		const listed = await orderedGroups(comparison, verdicts, order, new Pace(signal));
		return {
			before: before.summary,
			after: after.summary,
			lag,
			reasons,
			by: after.devices ? 'devices' : 'records',
			groups,
			listed: listed.length,
			page: await describeCompared(comparison, listed.slice(start, end), trendParts, new Pace(signal)),
			likelySame,
		};
	}

	private of(
		tables: ComparedTables,
		question: ComparisonQuestion,
		signal: AbortSignal,
		report: Report,
	): Promise<Comparison> {
		const { before, after } = tables;
		const ofTable = this.made.get(after) ?? new WeakMap<ComparedTable, SharedCache<Comparison>>();
		this.made.set(after, ofTable);
		const made = ofTable.get(before) ?? new SharedCache<Comparison>(0, () => 1);
		ofTable.set(before, made);
		return made.get(
			JSON.stringify([before.snapshot().key(), after.snapshot().key(), question]),
			(signal, report) => compareSides(tables, question, signal, report),
			signal,
			report,
		);
	}
}

async function orderedGroups(
	{ judged: { verdicts, chances }, counts }: Comparison,
	kinds: ComparisonPageQuestion['verdicts'],
	order: ComparisonPageQuestion['order'],
	pace: Pace,
): Promise<Uint32Array> {
	const wanted = new Set(kinds.map((kind) => verdictKinds.indexOf(kind)));
	const all = Uint32Array.from(verdicts.keys());
	const groups = await keepWhere(all, (group) => wanted.has(verdicts[group] ?? -1), pace);
	if (order !== 'evidence') {
		await radixSort(groups, counts[order], pace, true);
		return groups;
	}
	const more = (group: number) => Math.max(counts.before[group] ?? 0, counts.after[group] ?? 0);
	await radixSort(groups, await mapEach(all, more, pace), pace, true);
	const evidence = (group: number) => Math.min(2 ** 32 - 1, Math.floor(-(chances[group] || 0) * chanceScale));
	await radixSort(groups, await mapEach(all, evidence, pace), pace, true);
	return groups;
}

async function describeCompared(
	comparison: Comparison,
	groups: Uint32Array,
	trendParts: number,
	pace: Pace,
): Promise<ComparedGroup[]> {
	const { before, after, joined, counts, exposure, shareExposure, judged, reasons } = comparison;
	const told = {
		before: await describeSide(before, groups, joined.before, trendParts, pace),
		after: await describeSide(after, groups, joined.after, trendParts, pace),
	};
	const described: ComparedGroup[] = [];
	for (const group of groups) {
		const [one, other] = [told.before.get(group), told.after.get(group)];
		const counted = { before: counts.before[group] ?? 0, after: counts.after[group] ?? 0 };
		const adjusted: AdjustedCounts = judged.adjusted.get(group) ?? { ...counted, exposure, dispersion: 1 };
		const absent = !one ? before : !other ? after : undefined;
		described.push({
			value: (one ?? other)?.value ?? '',
			before: one,
			after: other,
			counted,
			verdict: verdictOf(judged.verdicts[group] ?? 0, judged.unforbidden[group] ?? 0, adjusted, reasons),
			change: changeOf(adjusted),
			changeOfShare: shareExposure && changeOf({ ...counted, exposure: shareExposure, dispersion: 1 }),
			readingsDisagree: judged.disagree[group] === 1,
			noneAtMost: absent && absent.summary.records > 0 ? noneAtMost(absent.summary.records) : undefined,
		});
		if (pace.due) {
			await pace.rest();
		}
	}
	return described;
}

/** By group, those that the side has. */
async function describeSide(
	side: CountedSide,
	groups: Uint32Array,
	codes: Int32Array,
	trendParts: number,
	pace: Pace,
): Promise<ReadonlyMap<number, Group>> {
	const present = groups.filter((group) => (codes[group] ?? -1) >= 0);
	const wanted = present.map((group) => codes[group] ?? 0);
	const { prepared, snapshot, groups: view } = side;
	const devices = side.devices && (await devicesOf(side, wanted, pace));
	const found = await describeGroups(prepared, snapshot, { ...view, devices }, wanted, trendParts, pace);
	return new Map(found.map((group, place) => [present[place] ?? 0, group]));
}

/** By code, for the codes asked for at least. */
async function devicesOf(side: CountedSide, codes: Uint32Array, pace: Pace): Promise<Uint32Array> {
	const { numbers, keys } = side.groups;
	if (numbers === side.tested.numbers) {
		return side.tested.counts;
	}
	const counts = await countPeriods(side, numbers, codes, undefined, pace);
	const devices = new Uint32Array(keys.size);
	for (const [place, code] of codes.entries()) {
		devices[code] = counts[place]?.[0] ?? 0;
	}
	return devices;
}

function verdictOf(
	place: number,
	unforbidden: number,
	{ before, after, exposure, dispersion }: AdjustedCounts,
	reasons: Comparison['reasons'],
): GroupVerdict {
	const kind = verdictKinds[place] ?? 'unchanged';
	switch (kind) {
		case 'new':
			return { kind, expected: (after * exposure.before) / exposure.after };
		case 'gone':
			return { kind, expected: (before * exposure.after) / exposure.before };
		case 'variesStrongly':
			return { kind, dispersion };
		case 'cannotTell': {
			const would = verdictKinds[unforbidden];
			const direction = would === 'new' || would === 'grown' ? 'rises' : 'falls';
			const those = reasons.filter(({ forbids }) => forbids === 'all' || forbids === direction);
			return { kind, reasons: [...new Set(those.map((reason) => reason.kind))] };
		}
		default:
			return { kind };
	}
}

function changeOf({ before, after, exposure, dispersion }: AdjustedCounts): Change | undefined {
	if (before + after === 0 || !isUsable(exposure)) {
		return undefined;
	}
	const interval = ratioInterval(before / dispersion, after / dispersion, exposure);
	return { ratio: before === 0 ? undefined : ratioOf(before, after, exposure), ...interval };
}

function isUsable({ before, after }: Exposure): boolean {
	return before > 0 && after > 0;
}
