import type { ExposureKind, Lag, SideSummary, TimeRange } from '../../../shared/comparison';
import type { GroupKey } from '../../../shared/results';
import { Pace, type Report } from '../../common/pace';
import type { GroupsOfView } from '../query/groups/groupDetails';
import { groupRecords } from '../query/groups/groups';
import type { KeyCodes } from '../query/keys/keyCodes';
import { countCodes, countDistinct } from '../query/keys/tally';
import type { Snapshot } from '../query/work/snapshot';
import type { SharedRecords } from './comparability';
import { keepWithin } from './keepWithin';
import { lagOfSides, testedUntil } from './lag';
import { type AskedSide, type SelectedSide, selectSide } from './selectSide';
import { intersection, secondsIn } from './spans';
import { withoutShared } from './withoutShared';

/** A side with its groups, and what verdicts are by. */
export interface CountedSide extends SelectedSide {
	readonly groups: Omit<GroupsOfView, 'devices'>;
	/** Undefined where records are counted. */
	readonly devices: KeyCodes | undefined;
	readonly tested: {
		readonly numbers: Uint32Array;
		readonly spans: readonly TimeRange[] | undefined;
		/** By code of the group: devices, or records. */
		readonly counts: Uint32Array;
	};
	readonly summary: SideSummary;
}

export interface CountedSides {
	readonly before: CountedSide;
	readonly after: CountedSide;
	readonly shared: SharedRecords | undefined;
	readonly lag: Lag | undefined;
}

export async function countSides(
	asked: { readonly before: AskedSide; readonly after: AskedSide },
	exposure: ExposureKind,
	signal: AbortSignal,
	report: Report,
): Promise<CountedSides> {
	const pace = new Pace(signal);
	const selected = {
		before: await selectSide(asked.before, pace),
		after: await selectSide(asked.after, pace),
	};
	const { before, after, shared } = await withoutShared(selected.before, selected.after, pace);
	const lag = exposure === 'time' ? await lagOfSides([before, after], pace) : undefined;
	const byDevices = deviceName(before.snapshot) === deviceName(after.snapshot);
	return {
		before: await countSide(before, byDevices, lag, pace, (share) => report(share / 2)),
		after: await countSide(after, byDevices, lag, pace, (share) => report((1 + share) / 2)),
		shared,
		lag,
	};
}

function deviceName(snapshot: Snapshot): string | undefined {
	const { deviceColumn } = snapshot.info;
	return deviceColumn === undefined ? undefined : snapshot.column(deviceColumn).name;
}

async function countSide(
	side: SelectedSide,
	byDevices: boolean,
	lag: Lag | undefined,
	pace: Pace,
	report: Report,
): Promise<CountedSide> {
	const { prepared, snapshot, numbers, times, timeColumn, untimed, outside } = side;
	const { signal } = pace;
	const key: GroupKey = side.key ?? { kind: 'column', column: -1 };
	const groups = await groupRecords(prepared, snapshot, { numbers, key, timeColumn }, signal, report);
	const { deviceColumn } = snapshot.info;
	const devices =
		byDevices && deviceColumn !== undefined
			? await prepared.keyCodes(snapshot, { kind: 'column', column: deviceColumn }, signal)
			: undefined;
	const until = lag && (await testedUntil(side, lag, pace));
	const spans = until === undefined ? side.spans : cutOff(side.spans, until);
	const tested = until === undefined || !times || !spans ? numbers : await keepWithin(numbers, times, spans, pace);
	const counts = await countGroups(tested, groups, devices, pace);
	const known = devices && (await devicesIn(numbers, devices, pace));
	const knownTested = tested === numbers ? known : devices && (await devicesIn(tested, devices, pace));
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

/** By code of the group: devices, or records where there are none. */
async function countGroups(
	numbers: Uint32Array,
	{ numbers: all, keys, tally }: CountedSide['groups'],
	devices: KeyCodes | undefined,
	pace: Pace,
): Promise<Uint32Array> {
	const counts = numbers === all ? tally.counts : await countCodes(numbers, keys, pace);
	return devices ? countDistinct(numbers, keys, counts, devices, pace) : counts;
}

/** How many different devices records have, and how many have none. */
async function devicesIn(numbers: Uint32Array, { codes, size }: KeyCodes, pace: Pace) {
	const seen = new Uint8Array(size);
	let deviceless = 0;
	await pace.walk(numbers.length, (from, to) => {
		deviceless += markCodes(numbers, from, to, codes, seen);
	});
	let devices = 0;
	await pace.walk(size, (from, to) => {
		for (let code = Math.max(1, from); code < to; code++) {
			devices += seen[code] ?? 0;
		}
	});
	return { devices, deviceless };
}

/** @returns how many have none */
function markCodes(numbers: Uint32Array, from: number, to: number, codes: KeyCodes['codes'], seen: Uint8Array): number {
	let without = 0;
	for (let index = from; index < to; index++) {
		const code = codes[numbers[index] ?? 0] ?? 0;
		without += code === 0 ? 1 : 0;
		seen[code] = 1;
	}
	return without;
}

function cutOff(spans: readonly TimeRange[] | undefined, until: number): readonly TimeRange[] | undefined {
	return spans && intersection(spans, [{ since: Number.NEGATIVE_INFINITY, until }]);
}
