import type { DeobfuscatedRecords, Group, GroupKey } from '../../../../shared/results';
import type { Scheduler } from '../../../common/scheduler';
import { describingLine, labelsOfGroup } from '../../../stack/grouping/errorLine';
import type { CachedSnapshot } from '../cachedSnapshot';
import type { Times } from '../execution/times';
import type { KeyCodes } from '../keys/keyCodes';
import { textsOfCodes } from '../keys/keyCodes';
import type { Outcomes } from '../keys/outcomes';
import { ShownValues } from '../keys/shownValues';
import type { Tally } from '../keys/tally';
import { valueOfKey } from '../keys/valueOfKey';
import { versionsOfGroups } from './groupVersions';

const maxDetailLength = 300;

export interface GroupsOfView {
	readonly key: GroupKey;
	readonly numbers: Uint32Array;
	readonly keys: KeyCodes;
	readonly tally: Tally;
	readonly devices: Uint32Array | undefined;
	readonly times: Times | undefined;
	/** Number of records that have a fallback key because their text takes too long to parse. */
	readonly cutShort: number;
	readonly deobfuscated: DeobfuscatedRecords | undefined;
}

interface DescribedCodes {
	readonly view: GroupsOfView;
	readonly codes: Uint32Array;
	readonly trendParts: number;
}

export async function describeGroups(
	snapshot: CachedSnapshot,
	{ view, codes, trendParts }: DescribedCodes,
	scheduler: Scheduler,
): Promise<Group[]> {
	if (codes.length === 0) {
		return [];
	}
	const { key, keys, tally, devices } = view;
	const places = new Int32Array(keys.size).fill(-1);
	for (const [index, code] of codes.entries()) {
		places[code] = index;
	}
	const values = await textsOfCodes(snapshot, keys.texts, codes, scheduler);
	const firsts = codes.map((code) => tally.firstRecord[code] ?? 0);
	const details = await detailsOf(snapshot, { key, records: firsts, outcomes: keys.outcomes }, scheduler);
	const trends = await trendsOf(view, places, codes.length, trendParts, scheduler);
	const versions = await versionsOfGroups(
		snapshot,
		{ numbers: view.numbers, codes: keys.codes, places, groups: codes.length },
		scheduler,
	);
	return Array.from(codes, (code, index) => ({
		...labelsOfGroup(valueOfKey(key, values[index] ?? ''), details[index] ?? ''),
		firstRecord: firsts[index] ?? 0,
		records: tally.counts[code] ?? 0,
		devices: devices?.[code],
		firstSeen: known(tally.seen?.first[code]),
		lastSeen: known(tally.seen?.last[code]),
		firstVersion: versions[index]?.first ?? '',
		lastVersion: versions[index]?.last ?? '',
		trend: trends[index] ?? [],
	}));
}

function known(time: number | undefined): number | undefined {
	return Number.isNaN(time) ? undefined : time;
}

interface SampledRecords {
	readonly key: GroupKey;
	readonly records: Uint32Array;
	readonly outcomes: Outcomes | undefined;
}

async function detailsOf(
	snapshot: CachedSnapshot,
	{ key, records, outcomes }: SampledRecords,
	scheduler: Scheduler,
): Promise<string[]> {
	if (key.kind === 'column') {
		return [];
	}
	const names = key.kind === 'message' ? ['error_name'] : ['error', 'error_name'];
	const columns = names.map((name) => snapshot.indexOf(name)).filter((column) => column !== undefined);
	const cells = columns.length > 0 ? await snapshot.table.cells(records, columns, scheduler.signal) : [];
	const place = columns.findIndex((column) => ShownValues.isOfTraces(snapshot, column));
	const isDeobfuscated = place >= 0 && records.some((record) => outcomes?.isDeobfuscated(record));
	const shown = isDeobfuscated ? await snapshot.shownValues(scheduler.signal) : undefined;
	for (const [index, texts] of shown ? cells.entries() : []) {
		const record = records[index] ?? 0;
		const value = outcomes?.isDeobfuscated(record) && (await shown?.of(record, texts[place] ?? '', scheduler));
		if (value) {
			texts[place] = value.text;
		}
	}
	return cells.map(detailOfTexts);
}

/** @param texts Column values of the group's first record, most informative value first. */
export function detailOfTexts(texts: readonly string[]): string {
	return describingLine(texts).slice(0, maxDetailLength);
}

async function trendsOf(
	{ numbers, keys, tally, times }: GroupsOfView,
	places: Int32Array,
	groups: number,
	parts: number,
	scheduler: Scheduler,
): Promise<readonly (readonly number[])[]> {
	if (!times || !tally.seen || parts <= 0) {
		return [];
	}
	const { earliest: start, latest: end } = tally.seen;
	const counts = new Uint32Array(groups * parts);
	// Without the added second, the last second would be outside the last interval.
	const scale = parts / (end - start + 1);
	await scheduler.forEachBatch(numbers.length, (from, to) =>
		countParts(numbers, from, to, { codes: keys.codes, places, times, axis: { start, scale, parts }, counts }),
	);
	return Array.from({ length: groups }, (_, index) => Array.from(counts.subarray(index * parts, (index + 1) * parts)));
}

interface TrendCounts {
	readonly codes: KeyCodes['codes'];
	readonly places: Int32Array;
	readonly times: Times;
	readonly axis: { readonly start: number; readonly scale: number; readonly parts: number };
	readonly counts: Uint32Array;
}

function countParts(
	numbers: Uint32Array,
	from: number,
	to: number,
	{ codes, places, times, axis: { start, scale, parts }, counts }: TrendCounts,
): void {
	for (let index = from; index < to; index++) {
		const number = numbers[index] ?? 0;
		const place = places[codes[number] ?? 0] ?? -1;
		const time = times[number] ?? Number.NaN;
		// Skips records without a time, whose time is NaN.
		if (place >= 0 && time >= start) {
			const bar = place * parts + Math.floor((time - start) * scale);
			counts[bar] = (counts[bar] ?? 0) + 1;
		}
	}
}
