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
import { type Report, Scheduler } from '../../common/scheduler';
import { mapEach, positionsWhere } from '../query/execution/selectPositions';
import { SharedCache } from '../query/execution/sharedCache';
import { describeGroups } from '../query/groups/groupDetails';
import { radixSort } from '../query/order/radixSort';
import { type Comparison, compareSides } from './comparison';
import { countPeriods } from './countPeriods';
import type { ComparedTable } from './selectSide';
import type { CountedSide } from './sides';
import { confidenceInterval, type Exposure, getRatio, noneAtMost } from './statistics/binomialTest';
import type { AdjustedCounts } from './verdicts';

/** Factor that converts log p-values to integers for sorting. */
const chanceScale = 1000;

interface ComparedTables {
	readonly before: ComparedTable;
	readonly after: ComparedTable;
}

/** Caches the latest comparison of each pair of tables until either table is garbage-collected. */
export class Comparisons {
	private readonly made = new WeakMap<ComparedTable, WeakMap<ComparedTable, SharedCache<Comparison>>>();

	async page(
		tables: ComparedTables,
		{ verdicts, order, start, end, trendParts, ...question }: ComparisonPageQuestion,
		signal: AbortSignal,
		report: Report,
	): Promise<ComparisonPage> {
		const comparison = await this.of(tables, question, signal, report);
		const { before, after, lag, rhythm, reasons, groups, likelySame } = comparison;
		const listed = await orderedGroups(comparison, verdicts, order, new Scheduler(signal));
		return {
			before: before.summary,
			after: after.summary,
			lag,
			rhythm,
			reasons,
			by: after.devices ? 'devices' : 'records',
			groups,
			listed: listed.length,
			page: await describeCompared(comparison, listed.slice(start, end), trendParts, new Scheduler(signal)),
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
	{ judged: { verdicts, logPValues }, counts }: Comparison,
	kinds: ComparisonPageQuestion['verdicts'],
	order: ComparisonPageQuestion['order'],
	scheduler: Scheduler,
): Promise<Uint32Array> {
	const wanted = new Set(kinds.map((kind) => verdictKinds.indexOf(kind)));
	const all = Uint32Array.from(verdicts.keys());
	const groups = await positionsWhere(all, (group) => wanted.has(verdicts[group] ?? -1), scheduler);
	if (order !== 'evidence') {
		await radixSort(groups, counts[order], scheduler, true);
		return groups;
	}
	const more = (group: number) => Math.max(counts.before[group] ?? 0, counts.after[group] ?? 0);
	await radixSort(groups, await mapEach(all, more, scheduler), scheduler, true);
	const evidence = (group: number) => Math.min(2 ** 32 - 1, Math.floor(-(logPValues[group] || 0) * chanceScale));
	await radixSort(groups, await mapEach(all, evidence, scheduler), scheduler, true);
	return groups;
}

async function describeCompared(
	comparison: Comparison,
	groups: Uint32Array,
	trendParts: number,
	scheduler: Scheduler,
): Promise<ComparedGroup[]> {
	const { before, after, joined, counts, exposure, shareExposure, judged, reasons, renamed } = comparison;
	const sides = {
		before: await describeSide(before, groups, joined.before, trendParts, scheduler),
		after: await describeSide(after, groups, joined.after, trendParts, scheduler),
	};
	const described: ComparedGroup[] = [];
	for (const group of groups) {
		const [one, other] = [sides.before.get(group), sides.after.get(group)];
		const counted = { before: counts.before[group] ?? 0, after: counts.after[group] ?? 0 };
		const adjusted: AdjustedCounts = judged.adjusted.get(group) ?? {
			...counted,
			exposure,
			dispersion: 1,
			shareRatio: undefined,
		};
		const absent = !one ? before : !other ? after : undefined;
		described.push({
			value: (one ?? other)?.value ?? '',
			before: one,
			after: other,
			counted,
			verdict: verdictOf(judged.verdicts[group] ?? 0, adjusted, reasonsFor(group, judged, reasons, renamed)),
			change: changeOf(adjusted),
			changeOfShare:
				shareExposure && changeOf({ ...counted, exposure: shareExposure, dispersion: 1, shareRatio: undefined }),
			readingsDisagree: judged.disagree[group] === 1,
			noneAtMost: absent && absent.summary.records > 0 ? noneAtMost(absent.summary.records) : undefined,
		});
		if (scheduler.isYieldDue) {
			await scheduler.yieldNow();
		}
	}
	return described;
}

async function describeSide(
	side: CountedSide,
	groups: Uint32Array,
	codes: Int32Array,
	trendParts: number,
	scheduler: Scheduler,
): Promise<ReadonlyMap<number, Group>> {
	const present = groups.filter((group) => (codes[group] ?? -1) >= 0);
	const wanted = present.map((group) => codes[group] ?? 0);
	const { snapshot, groups: view } = side;
	const devices = side.devices && (await devicesOf(side, wanted, scheduler));
	const found = await describeGroups(snapshot, { view: { ...view, devices }, codes: wanted, trendParts }, scheduler);
	return new Map(found.map((group, index) => [present[index] ?? 0, group]));
}

async function devicesOf(side: CountedSide, codes: Uint32Array, scheduler: Scheduler): Promise<Uint32Array> {
	const { numbers, keys } = side.groups;
	if (numbers === side.tested.numbers) {
		return side.tested.counts;
	}
	const counts = await countPeriods(side, numbers, codes, undefined, scheduler);
	const devices = new Uint32Array(keys.size);
	for (const [index, code] of codes.entries()) {
		devices[code] = counts[index]?.[0] ?? 0;
	}
	return devices;
}

function reasonsFor(
	group: number,
	{ directions }: Comparison['judged'],
	reasons: Comparison['reasons'],
	renamed: ReadonlySet<number>,
): Comparison['reasons'] {
	const direction = (directions[group] ?? 0) > 0 ? 'increases' : 'decreases';
	return reasons.filter(
		({ forbids }) => forbids === 'all' || forbids === direction || (forbids === 'renames' && renamed.has(group)),
	);
}

function verdictOf(
	place: number,
	{ before, after, exposure, dispersion }: AdjustedCounts,
	reasons: Comparison['reasons'],
): GroupVerdict {
	const kind = verdictKinds[place] ?? 'unchanged';
	switch (kind) {
		case 'new':
			return { kind, expected: (after * exposure.before) / exposure.after };
		case 'gone':
			return { kind, expected: (before * exposure.after) / exposure.before };
		case 'variable':
			return { kind, dispersion };
		case 'inconclusive':
			return { kind, reasons: [...new Set(reasons.map((reason) => reason.kind))] };
		default:
			return { kind };
	}
}

function changeOf({ before, after, exposure, dispersion }: AdjustedCounts): Change | undefined {
	if (before + after === 0 || !isUsable(exposure)) {
		return undefined;
	}
	const interval = confidenceInterval(before / dispersion, after / dispersion, exposure);
	return { ratio: before === 0 ? undefined : getRatio(before, after, exposure), ...interval };
}

function isUsable({ before, after }: Exposure): boolean {
	return before > 0 && after > 0;
}
