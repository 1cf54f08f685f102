import type { ExposureKind, Lag, SideQuestion, SideSummary, TimeRange } from '../../../shared/comparison';
import type { GroupKey } from '../../../shared/results';
import { Bitset } from '../../common/bitset';
import { Pace, type Report } from '../../common/pace';
import type { GroupsOfView } from '../query/groups/groupDetails';
import { groupRecords } from '../query/groups/groups';
import type { KeyCodes } from '../query/keys/keyCodes';
import { textsOfCodes } from '../query/keys/keyTexts';
import { codesWithRecords, countCodes, countDistinct } from '../query/keys/tally';
import type { Prepared } from '../query/prepared';
import { versionKey } from '../query/values/versionKey';
import { keepByCode, keepWhere } from '../query/work/keep';
import type { Snapshot } from '../query/work/snapshot';
import type { Times } from '../query/work/times';
import { dimensionOf, type SharedRecords } from './comparability';
import { commonLag, lagOf } from './lag';
import { difference, intersection, placeIn, secondsIn } from './spans';

/** A table of which a selection is a side of a comparison. */
export interface ComparedTable {
	readonly prepared: Prepared;
	/** As it is now. */
	snapshot(): Snapshot;
}

/** A question about a table as it was when it was asked. */
export interface AskedSide {
	readonly prepared: Prepared;
	readonly snapshot: Snapshot;
	readonly question: SideQuestion;
	/** As it is named in this table; undefined where the table has no such column. */
	readonly key: GroupKey | undefined;
}

/** The records of a side. */
interface SelectedSide extends AskedSide {
	readonly numbers: Uint32Array;
	/** By `versionKey`; undefined where versions do not matter. */
	readonly versions: ReadonlySet<string> | undefined;
	/** That tells when on the clock of the range; undefined where the file has none. */
	readonly timeColumn: number | undefined;
	readonly times: Times | undefined;
	/** Undefined without a time. */
	readonly spans: readonly TimeRange[] | undefined;
	readonly untimed: number;
	readonly outside: number;
}

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

/** Where a field is of a side's clock: of several of them, the first that the table has. */
const clocks = {
	receive: ['error_receive_timestamp', 'error_receive_datetime'],
	happened: ['error_timestamp', 'error_datetime'],
} as const;

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

async function selectSide(asked: AskedSide, pace: Pace): Promise<SelectedSide> {
	const { prepared, snapshot, question } = asked;
	let numbers = await prepared.selection(snapshot, question.filters, pace.signal);
	const versions = question.versions && new Set(question.versions.map(versionKey));
	if (versions) {
		numbers = await ofVersions(prepared, snapshot, numbers, versions, pace);
	}
	const timeColumn = clockOf(snapshot, question);
	const times = timeColumn === undefined ? undefined : await prepared.times(snapshot, timeColumn, pace.signal);
	const covers = question.facts?.covers ?? (times && (await spanOf(snapshot.records, times, pace)));
	const spans = covers && question.range ? intersection(covers, [question.range]) : covers;
	if (!times || !spans) {
		return { ...asked, numbers, versions, timeColumn, times, spans: undefined, untimed: 0, outside: 0 };
	}
	const within = await keepWithin(numbers, times, spans, pace);
	const untimed = within === numbers ? 0 : await countUntimed(numbers, times, pace);
	return {
		...asked,
		numbers: within,
		versions,
		timeColumn,
		times,
		spans,
		untimed,
		outside: numbers.length - untimed - within.length,
	};
}

async function countUntimed(numbers: Uint32Array, times: Times, pace: Pace): Promise<number> {
	let untimed = 0;
	await pace.walk(numbers.length, (from, to) => {
		for (let index = from; index < to; index++) {
			untimed += Number.isNaN(times[numbers[index] ?? 0]) ? 1 : 0;
		}
	});
	return untimed;
}

function clockOf(snapshot: Snapshot, { facts }: SideQuestion): number | undefined {
	if (dimensionOf(facts) === 'receive') {
		return clocks.receive.map((name) => snapshot.indexOf(name)).find((column) => column !== undefined);
	}
	return snapshot.info.timeColumn;
}

function deviceName(snapshot: Snapshot): string | undefined {
	const { deviceColumn } = snapshot.info;
	return deviceColumn === undefined ? undefined : snapshot.column(deviceColumn).name;
}

/** All spellings of the versions. */
async function ofVersions(
	prepared: Prepared,
	snapshot: Snapshot,
	numbers: Uint32Array,
	versions: ReadonlySet<string>,
	pace: Pace,
): Promise<Uint32Array> {
	const { versionColumn: column } = snapshot.info;
	if (column === undefined) {
		return new Uint32Array(0);
	}
	const keys = await prepared.keyCodes(snapshot, { kind: 'column', column }, pace.signal);
	const codes = await codesWithRecords(await countCodes(numbers, keys, pace), pace);
	const texts = await textsOfCodes(snapshot, keys.texts, codes, pace);
	const mask = new Uint8Array(keys.size);
	for (const [place, text] of texts.entries()) {
		mask[codes[place] ?? 0] = text !== '' && versions.has(versionKey(text)) ? 1 : 0;
	}
	return keepByCode(numbers, keys.codes, mask, pace);
}

/** From the first to the last record of a table: nothing tells that more was asked for. */
async function spanOf(records: number, times: Times, pace: Pace): Promise<TimeRange[]> {
	let [since, until] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
	await pace.walk(records, (from, to) => {
		for (let record = from; record < to; record++) {
			const time = times[record] ?? Number.NaN;
			// Neither holds for NaN.
			since = time < since ? time : since;
			until = time > until ? time : until;
		}
	});
	return since <= until ? [{ since, until }] : [];
}

/** Those of the numbers whose times are in the spans; the same array where all are. */
async function keepWithin(
	numbers: Uint32Array,
	times: Times,
	spans: readonly TimeRange[],
	pace: Pace,
): Promise<Uint32Array> {
	const kept = new Uint32Array(numbers.length);
	const place = placeIn(spans);
	const [only = { since: 0, until: -1 }, other] = spans;
	let count = 0;
	await pace.walk(numbers.length, (from, to) => {
		if (!other) {
			count = keepBetween(numbers, times, from, to, only, kept, count);
			return;
		}
		for (let index = from; index < to; index++) {
			const number = numbers[index] ?? 0;
			kept[count] = number;
			count += place(times[number] ?? Number.NaN) === undefined ? 0 : 1;
		}
	});
	return count === numbers.length ? numbers : kept.subarray(0, count);
}

function keepBetween(
	numbers: Uint32Array,
	times: Times,
	from: number,
	to: number,
	{ since, until }: TimeRange,
	kept: Uint32Array,
	start: number,
): number {
	let count = start;
	for (let index = from; index < to; index++) {
		const number = numbers[index] ?? 0;
		const time = times[number] ?? Number.NaN;
		kept[count] = number;
		// False for NaN.
		count += time >= since && time <= until ? 1 : 0;
	}
	return count;
}

/** What both sides have is counted on neither: of one table its records, of two of them the time that both cover. */
async function withoutShared(
	before: SelectedSide,
	after: SelectedSide,
	pace: Pace,
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
		const sides = [await outsideOf(before, both, pace), await outsideOf(after, both, pace)] as const;
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
		await bitsOf(before.numbers, before.snapshot.records, pace),
		await bitsOf(after.numbers, after.snapshot.records, pace),
	];
	const sides = [await withoutBits(before, other, pace), await withoutBits(after, one, pace)] as const;
	const records = before.numbers.length - sides[0].numbers.length;
	return { before: sides[0], after: sides[1], shared: records > 0 ? { records, seconds: 0 } : undefined };
}

async function outsideOf(side: SelectedSide, spans: readonly TimeRange[], pace: Pace): Promise<SelectedSide> {
	const left = difference(side.spans ?? [], spans);
	return {
		...side,
		spans: left,
		numbers: side.times ? await keepWithin(side.numbers, side.times, left, pace) : side.numbers,
	};
}

async function bitsOf(numbers: Uint32Array, records: number, pace: Pace): Promise<Bitset> {
	const bits = new Bitset(records);
	await pace.walk(numbers.length, (from, to) => {
		for (let index = from; index < to; index++) {
			bits.add(numbers[index] ?? 0);
		}
	});
	return bits;
}

async function withoutBits(side: SelectedSide, bits: Bitset, pace: Pace): Promise<SelectedSide> {
	return { ...side, numbers: await keepWhere(side.numbers, (number) => !bits.has(number), pace) };
}

async function lagOfSides(sides: readonly SelectedSide[], pace: Pace): Promise<Lag | undefined> {
	const late = sides.filter(({ times, question }) => times && dimensionOf(question.facts) === 'default');
	if (late.length === 0) {
		return undefined;
	}
	const lags: Awaited<ReturnType<typeof lagOf>>[] = [];
	for (const side of late) {
		const received = await receivedOf(side, pace);
		lags.push(received && side.times && (await lagOf(side.numbers, side.times, received, pace)));
	}
	return commonLag(lags);
}

/** Undefined where the file does not tell, or tells nothing but that. */
async function receivedOf({ prepared, snapshot, timeColumn }: SelectedSide, pace: Pace): Promise<Times | undefined> {
	const column = clocks.receive.map((name) => snapshot.indexOf(name)).find((index) => index !== undefined);
	const isOfEvents = timeColumn !== undefined && clocks.happened.some((name) => snapshot.indexOf(name) === timeColumn);
	return column === undefined || !isOfEvents ? undefined : prepared.times(snapshot, column, pace.signal);
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

/** Up to when nearly all records of a side had arrived when it was asked for; undefined where that is all of it. */
async function testedUntil(
	{ question, spans = [], times, snapshot, ...side }: SelectedSide,
	{ leftOut }: Lag,
	pace: Pace,
): Promise<number | undefined> {
	const last = spans.at(-1)?.until;
	if (last === undefined || !times || dimensionOf(question.facts) === 'receive') {
		return undefined;
	}
	const received = await receivedOf({ question, spans, times, snapshot, ...side }, pace);
	const askedAt =
		question.facts?.askedAt ?? (await spanOf(snapshot.records, received ?? times, pace))[0]?.until ?? last;
	const until = Math.floor(askedAt - leftOut);
	return until < last ? until : undefined;
}

function cutOff(spans: readonly TimeRange[] | undefined, until: number): readonly TimeRange[] | undefined {
	return spans && intersection(spans, [{ since: Number.NEGATIVE_INFINITY, until }]);
}
