import type { ComparedSide, ExposureKind, Lag, SideSummary, TimeRange } from '../../../shared/comparison';
import type { GroupKey } from '../../../shared/results';
import { Bitset } from '../../common/bitset';
import { type Report, Scheduler } from '../../common/scheduler';
import { positionsWhere } from '../query/execution/selectPositions';
import type { Snapshot } from '../query/execution/snapshot';
import type { GroupsOfView } from '../query/groups/groupDetails';
import { groupRecords } from '../query/groups/groups';
import type { KeyCodes } from '../query/keys/keyCodes';
import { countCodes, countDistinct } from '../query/keys/tally';
import { type AlignedWeeks, alignWeeks } from './alignWeeks';
import type { SharedRecords } from './comparability';
import { lagOfSides, testedUntil } from './lag';
import { positionsWithin } from './positionsWithin';
import { type AskedSide, type SelectedSide, selectSide } from './selectSide';
import { difference, intersection, secondsIn, unionOfParts } from './spans';

export interface CountedSide extends SelectedSide {
	readonly groups: Omit<GroupsOfView, 'devices'>;
	readonly devices: KeyCodes | undefined;
	readonly tested: {
		readonly numbers: Uint32Array;
		readonly spans: readonly TimeRange[] | undefined;
		/** Number of devices in each group, or number of records if devices are unknown. */
		readonly counts: Uint32Array;
	};
	readonly summary: SideSummary;
}

export interface CountedSides {
	readonly before: CountedSide;
	readonly after: CountedSide;
	readonly shared: SharedRecords | undefined;
	readonly lag: Lag | undefined;
	/** Time spans with the same weekdays and hours on both sides. Undefined if no such time spans exist. */
	readonly aligned: AlignedWeeks | undefined;
}

export async function countSides(
	asked: { readonly before: AskedSide; readonly after: AskedSide },
	{ exposure, timeZone }: { readonly exposure: ExposureKind; readonly timeZone: string },
	signal: AbortSignal,
	report: Report,
): Promise<CountedSides> {
	const scheduler = new Scheduler(signal);
	const selected = {
		before: await selectSide(asked.before, scheduler),
		after: await selectSide(asked.after, scheduler),
	};
	const { before, after, shared } = await withoutShared(selected.before, selected.after, scheduler);
	const lag = exposure === 'time' ? await lagOfSides([before, after], scheduler) : undefined;
	const byDevices = deviceName(before.snapshot) === deviceName(after.snapshot);
	const [untilBefore, untilAfter] = [
		lag && (await testedUntil(before, lag, scheduler)),
		lag && (await testedUntil(after, lag, scheduler)),
	];
	const complete = {
		before: { until: untilBefore, spans: cutOff(before.spans, untilBefore) },
		after: { until: untilAfter, spans: cutOff(after.spans, untilAfter) },
	};
	const aligned =
		exposure === 'time' && complete.before.spans && complete.after.spans
			? alignWeeks(complete.before.spans, complete.after.spans, timeZone)
			: undefined;
	const testedOf = (side: ComparedSide): TestedTime => ({
		...complete[side],
		...(aligned && { spans: side === aligned.shorter ? aligned.spans : unionOfParts(aligned.parts) }),
	});
	return {
		before: await countSide(before, byDevices, testedOf('before'), scheduler, (share) => report(share / 2)),
		after: await countSide(after, byDevices, testedOf('after'), scheduler, (share) => report((1 + share) / 2)),
		shared,
		lag,
		aligned,
	};
}

interface TestedTime {
	readonly spans: readonly TimeRange[] | undefined;
	/** End of the tested range. Later times are excluded, because some of their records may not have arrived yet. */
	readonly until: number | undefined;
}

function deviceName(snapshot: Snapshot): string | undefined {
	const { deviceColumn } = snapshot.info;
	return deviceColumn === undefined ? undefined : snapshot.column(deviceColumn).name;
}

async function countSide(
	side: SelectedSide,
	byDevices: boolean,
	{ spans, until }: TestedTime,
	scheduler: Scheduler,
	report: Report,
): Promise<CountedSide> {
	const { snapshot, numbers, times, timeColumn, untimed, outside } = side;
	const { signal } = scheduler;
	const key: GroupKey = side.key ?? { kind: 'column', column: -1 };
	const groups = await groupRecords(snapshot, { numbers, key, timeColumn }, signal, report);
	const { deviceColumn } = snapshot.info;
	const devices =
		byDevices && deviceColumn !== undefined
			? await snapshot.keyCodes({ kind: 'column', column: deviceColumn }, signal)
			: undefined;
	const isWhole = spans === undefined || secondsIn(spans) === secondsIn(side.spans ?? []);
	const tested = isWhole || !times ? numbers : await positionsWithin(numbers, times, spans, scheduler);
	const counts = await countGroups(tested, groups, devices, scheduler);
	const known = devices && (await devicesIn(numbers, devices, scheduler));
	const knownTested = tested === numbers ? known : devices && (await devicesIn(tested, devices, scheduler));
	return {
		...side,
		groups,
		devices,
		tested: { numbers: tested, spans, counts },
		summary: {
			records: numbers.length,
			devices: known?.devices,
			untimed,
			outside,
			deviceless: known?.deviceless ?? 0,
			spans: side.spans ?? [],
			seconds: side.spans && secondsIn(side.spans),
			tested: {
				records: tested.length,
				counted: knownTested?.devices ?? tested.length,
				seconds: spans && secondsIn(spans),
				until,
			},
		},
	};
}

async function countGroups(
	numbers: Uint32Array,
	{ numbers: all, keys, tally }: CountedSide['groups'],
	devices: KeyCodes | undefined,
	scheduler: Scheduler,
): Promise<Uint32Array> {
	const counts = numbers === all ? tally.counts : await countCodes(numbers, keys, scheduler);
	return devices ? countDistinct(numbers, keys, counts, devices, scheduler) : counts;
}

async function devicesIn(numbers: Uint32Array, { codes, size }: KeyCodes, scheduler: Scheduler) {
	const seen = new Uint8Array(size);
	let deviceless = 0;
	await scheduler.forEachBatch(numbers.length, (from, to) => {
		deviceless += markCodes(numbers, from, to, codes, seen);
	});
	let devices = 0;
	await scheduler.forEachBatch(size, (from, to) => {
		for (let code = Math.max(1, from); code < to; code++) {
			devices += seen[code] ?? 0;
		}
	});
	return { devices, deviceless };
}

function markCodes(numbers: Uint32Array, from: number, to: number, codes: KeyCodes['codes'], seen: Uint8Array): number {
	let without = 0;
	for (let index = from; index < to; index++) {
		const code = codes[numbers[index] ?? 0] ?? 0;
		without += code === 0 ? 1 : 0;
		seen[code] = 1;
	}
	return without;
}

function cutOff(spans: readonly TimeRange[] | undefined, until: number | undefined): readonly TimeRange[] | undefined {
	return until === undefined ? spans : spans && intersection(spans, [{ since: Number.NEGATIVE_INFINITY, until }]);
}

/**
 * Excludes the time range that both sides cover. If a time range is unknown, excludes the records that both sides
 * contain.
 */
async function withoutShared(
	before: SelectedSide,
	after: SelectedSide,
	scheduler: Scheduler,
): Promise<{ before: SelectedSide; after: SelectedSide; shared: SharedRecords | undefined }> {
	const { versions } = after;
	if (before.versions && versions && before.versions.isDisjointFrom(versions)) {
		return { before, after, shared: undefined };
	}
	if (before.spans && after.spans) {
		const both = intersection(before.spans, after.spans);
		if (both.length === 0) {
			return { before, after, shared: undefined };
		}
		const sides = [await outsideOf(before, both, scheduler), await outsideOf(after, both, scheduler)] as const;
		const records = Math.max(
			before.numbers.length - sides[0].numbers.length,
			after.numbers.length - sides[1].numbers.length,
		);
		return { before: sides[0], after: sides[1], shared: { records, seconds: secondsIn(both) } };
	}
	if (before.snapshot.table !== after.snapshot.table) {
		return { before, after, shared: undefined };
	}
	const [one, other] = [
		await bitsOf(before.numbers, before.snapshot.records, scheduler),
		await bitsOf(after.numbers, after.snapshot.records, scheduler),
	];
	const sides = [await withoutBits(before, other, scheduler), await withoutBits(after, one, scheduler)] as const;
	const records = before.numbers.length - sides[0].numbers.length;
	return { before: sides[0], after: sides[1], shared: records > 0 ? { records, seconds: 0 } : undefined };
}

async function outsideOf(side: SelectedSide, spans: readonly TimeRange[], scheduler: Scheduler): Promise<SelectedSide> {
	const left = difference(side.spans ?? [], spans);
	return {
		...side,
		spans: left,
		numbers: side.times ? await positionsWithin(side.numbers, side.times, left, scheduler) : side.numbers,
	};
}

async function bitsOf(numbers: Uint32Array, records: number, scheduler: Scheduler): Promise<Bitset> {
	const bits = new Bitset(records);
	await scheduler.forEachBatch(numbers.length, (from, to) => {
		for (let index = from; index < to; index++) {
			bits.add(numbers[index] ?? 0);
		}
	});
	return bits;
}

async function withoutBits(side: SelectedSide, bits: Bitset, scheduler: Scheduler): Promise<SelectedSide> {
	return { ...side, numbers: await positionsWhere(side.numbers, (number) => !bits.has(number), scheduler) };
}
