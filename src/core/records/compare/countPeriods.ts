import type { Scheduler } from '../../common/scheduler';
import type { Times } from '../query/execution/times';
import type { KeyCodes } from '../query/keys/keyCodes';
import { countCodes, countDistinct } from '../query/keys/tally';
import type { Periods } from './periods';
import type { CountedSide } from './sides';

const maxCells = 1_000_000;

type Counted = Pick<CountedSide, 'snapshot' | 'groups' | 'times' | 'devices'>;

/**
 * Counts the devices in each group and period. If devices are unknown, counts records. The group code -1 means that
 * `side` doesn't contain the group.
 */
export async function countPeriods(
	side: Counted,
	numbers: Uint32Array,
	codes: ArrayLike<number>,
	periods: Periods | undefined,
	scheduler: Scheduler,
): Promise<readonly Uint32Array[]> {
	const counted: Uint32Array[] = [];
	const many = periods?.count ?? 1;
	const atOnce = Math.max(1, Math.floor(maxCells / Math.max(1, many)));
	for (let from = 0; from < codes.length; from += atOnce) {
		const some = Array.from({ length: Math.min(atOnce, codes.length - from) }, (_, index) => codes[from + index] ?? -1);
		const cells = await countCells(side, numbers, some, periods, scheduler);
		for (const place of some.keys()) {
			counted.push(cells.subarray(place * many, (place + 1) * many));
		}
	}
	return counted;
}

export async function countAllInPeriods(
	{ snapshot, times, devices }: Pick<Counted, 'snapshot' | 'times' | 'devices'>,
	numbers: Uint32Array,
	periods: Periods,
	scheduler: Scheduler,
): Promise<Uint32Array> {
	if (!times) {
		return new Uint32Array(periods.count);
	}
	const found: FoundCells = { codes: new Uint32Array(snapshot.records), records: numbers.slice(), count: 0 };
	await scheduler.forEachBatch(numbers.length, (from, to) => findPeriods(from, to, times, periods, found));
	const some = found.records.subarray(0, found.count);
	const cells = { codes: found.codes, size: periods.count };
	const counts = await countCodes(some, cells, scheduler);
	return devices ? countDistinct(some, cells, counts, devices, scheduler) : counts;
}

/** Returns a table of counts with one row per group and one column per period, in row-major order. */
async function countCells(
	{ snapshot, groups: { keys }, times, devices }: Counted,
	numbers: Uint32Array,
	wanted: readonly number[],
	periods: Periods | undefined,
	scheduler: Scheduler,
): Promise<Uint32Array> {
	const many = periods?.count ?? 1;
	const places = new Int32Array(keys.size).fill(-1);
	for (const [index, code] of wanted.entries()) {
		if (code >= 0) {
			places[code] = index;
		}
	}
	const found: FoundCells = {
		codes: new Uint32Array(snapshot.records),
		records: new Uint32Array(numbers.length),
		count: 0,
	};
	await scheduler.forEachBatch(numbers.length, (from, to) =>
		findPlaces(numbers, from, to, { codes: keys.codes, places, found }),
	);
	if (periods && times) {
		const { count } = found;
		found.count = 0;
		await scheduler.forEachBatch(count, (from, to) => findPeriods(from, to, times, periods, found));
	}
	const some = found.records.subarray(0, found.count);
	const cells = { codes: found.codes, size: wanted.length * many };
	const counts = await countCodes(some, cells, scheduler);
	return devices ? countDistinct(some, cells, counts, devices, scheduler) : counts;
}

interface FoundCells {
	readonly codes: Uint32Array;
	readonly records: Uint32Array;
	count: number;
}

interface FoundPlaces {
	readonly codes: KeyCodes['codes'];
	readonly places: Int32Array;
	readonly found: FoundCells;
}

function findPlaces(numbers: Uint32Array, from: number, to: number, { codes, places, found }: FoundPlaces): void {
	let { count } = found;
	for (let index = from; index < to; index++) {
		const number = numbers[index] ?? 0;
		const place = places[codes[number] ?? 0] ?? -1;
		if (place >= 0) {
			found.codes[number] = place;
			found.records[count++] = number;
		}
	}
	found.count = count;
}

function findPeriods(from: number, to: number, times: Times, periods: Periods, found: FoundCells): void {
	let { count } = found;
	for (let index = from; index < to; index++) {
		const number = found.records[index] ?? 0;
		const period = periods.of(times[number] ?? Number.NaN);
		if (period >= 0) {
			found.codes[number] = (found.codes[number] ?? 0) * periods.count + period;
			found.records[count++] = number;
		}
	}
	found.count = count;
}
