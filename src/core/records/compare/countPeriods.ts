import type { Pace } from '../../common/pace';
import type { KeyCodes } from '../query/keys/keyCodes';
import { countCodes, countDistinct } from '../query/keys/tally';
import type { Times } from '../query/work/times';
import type { Periods } from './periods';
import type { CountedSide } from './sides';

/** Memory for counts of groups by periods (numbers); with more of them the records are gone through again. */
const maxCells = 1_000_000;

/** What is counted of a side. */
type Counted = Pick<CountedSide, 'snapshot' | 'groups' | 'times' | 'devices'>;

/**
 * How many devices, or records, some groups have in each period.
 * @param numbers Records of the side.
 * @param codes Of the groups on this side; -1 for one that it has not.
 * @param periods Undefined for one that is all of it.
 */
export async function countPeriods(
	side: Counted,
	numbers: Uint32Array,
	codes: ArrayLike<number>,
	periods: Periods | undefined,
	pace: Pace,
): Promise<readonly Uint32Array[]> {
	const counted: Uint32Array[] = [];
	const many = periods?.count ?? 1;
	const atOnce = Math.max(1, Math.floor(maxCells / Math.max(1, many)));
	for (let from = 0; from < codes.length; from += atOnce) {
		const some = Array.from({ length: Math.min(atOnce, codes.length - from) }, (_, index) => codes[from + index] ?? -1);
		const cells = await countCells(side, numbers, some, periods, pace);
		for (const place of some.keys()) {
			counted.push(cells.subarray(place * many, (place + 1) * many));
		}
	}
	return counted;
}

/** By group and period. */
async function countCells(
	{ snapshot, groups: { keys }, times, devices }: Counted,
	numbers: Uint32Array,
	wanted: readonly number[],
	periods: Periods | undefined,
	pace: Pace,
): Promise<Uint32Array> {
	const many = periods?.count ?? 1;
	const places = new Int32Array(keys.size).fill(-1);
	for (const [place, code] of wanted.entries()) {
		if (code >= 0) {
			places[code] = place;
		}
	}
	const found: FoundCells = {
		codes: new Uint32Array(snapshot.records),
		records: new Uint32Array(numbers.length),
		count: 0,
	};
	await pace.walk(numbers.length, (from, to) => findPlaces(numbers, from, to, keys.codes, places, found));
	if (periods && times) {
		const { count } = found;
		found.count = 0;
		await pace.walk(count, (from, to) => findPeriods(from, to, times, periods, found));
	}
	const some = found.records.subarray(0, found.count);
	const cells = { codes: found.codes, size: wanted.length * many };
	const counts = await countCodes(some, cells, pace);
	return devices ? countDistinct(some, cells, counts, devices, pace) : counts;
}

interface FoundCells {
	/** By record. */
	readonly codes: Uint32Array;
	/** Those that have one, in the order of the file. */
	readonly records: Uint32Array;
	count: number;
}

function findPlaces(
	numbers: Uint32Array,
	from: number,
	to: number,
	codes: KeyCodes['codes'],
	places: Int32Array,
	found: FoundCells,
): void {
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

/** Those found so far that are in a period, with the group's place and the period in one code. */
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
