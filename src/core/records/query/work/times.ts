import type { Pace } from '../../../common/pace';
import type { ColumnPiece, DictionaryValues, NumberValues } from '../../table/table';
import { timeOf } from '../values/timeValue';
import { cellsOfColumn } from './cellSource';
import type { Snapshot } from './snapshot';

/** By record: Unix seconds, NaN where there is no time. */
export type Times = Float64Array | Uint32Array;

/** Of a column whose numbers are those seconds, and that has no gaps, they are the column's own. */
export async function timesOfColumn(snapshot: Snapshot, column: number, pace: Pace): Promise<Times> {
	const { records } = snapshot;
	const { values } = snapshot.column(column);
	switch (values.kind) {
		case 'number':
			return timesOfNumbers(values, records, pace);
		case 'dictionary': {
			const { codes } = values;
			const byCode = await timesOfCodes(values, pace);
			const times = new Float64Array(records);
			await pace.walk(records, (from, to) => {
				for (let record = from; record < to; record++) {
					times[record] = byCode[codes[record] ?? 0] ?? Number.NaN;
				}
			});
			return times;
		}
		case 'raw': {
			const times = new Float64Array(records);
			await cellsOfColumn(snapshot, column)(
				(record, bytes, start, end) => {
					times[record] = timeOf(bytes.toString('latin1', start, end)) ?? Number.NaN;
				},
				undefined,
				pace,
			);
			return times;
		}
	}
}

/** The times of some records. */
export interface TimeSpan {
	/** Beyond `last` where no record has a time. */
	readonly first: number;
	readonly last: number;
	/** Records that have none. */
	readonly without: number;
}

export async function timeSpanOf(numbers: Uint32Array, times: Times, pace: Pace): Promise<TimeSpan> {
	let first = Number.POSITIVE_INFINITY;
	let last = Number.NEGATIVE_INFINITY;
	let without = 0;
	await pace.walk(numbers.length, (from, to) => {
		for (let index = from; index < to; index++) {
			const time = times[numbers[index] ?? 0] ?? Number.NaN;
			if (Number.isNaN(time)) {
				without++;
			} else {
				first = Math.min(first, time);
				last = Math.max(last, time);
			}
		}
	});
	return { first, last, without };
}

/** Times, and how many records have each. */
export interface CountedTimes {
	/** NaN for what is none. */
	readonly times: Times;
	/** Undefined where each is that of one record. */
	readonly counts: Uint32Array | undefined;
}

/** Of a piece of a column that is not read back from the file. */
export async function timesOfPiece({ records, read }: ColumnPiece, pace: Pace): Promise<CountedTimes> {
	const values = read();
	switch (values?.kind) {
		case 'dictionary':
			return { times: await timesOfCodes(values, pace), counts: values.counts };
		case 'number':
			return { times: await timesOfNumbers(values, records, pace), counts: undefined };
		default:
			return { times: Float64Array.of(Number.NaN), counts: Uint32Array.of(records) };
	}
}

async function timesOfNumbers(
	{ low, high, present, empty }: NumberValues,
	records: number,
	pace: Pace,
): Promise<Times> {
	if (!high && empty === 0) {
		return low;
	}
	const times = new Float64Array(records);
	await pace.walk(records, (from, to) => toNumbers(low, high, from, to, times));
	if (empty > 0) {
		await pace.walk(records, (from, to) => {
			for (let record = from; record < to; record++) {
				if (!present.has(record)) {
					times[record] = Number.NaN;
				}
			}
		});
	}
	return times;
}

async function timesOfCodes(values: DictionaryValues, pace: Pace): Promise<Float64Array> {
	const { size, asNumbers } = values;
	const byCode = new Float64Array(size);
	if (asNumbers && !asNumbers.high) {
		byCode.set(asNumbers.low);
		byCode[0] = Number.NaN;
		return byCode;
	}
	await pace.walk(size, (from, to) => {
		for (let code = from; code < to; code++) {
			byCode[code] = timeOf(values.value(code)) ?? Number.NaN;
		}
	});
	return byCode;
}

function toNumbers(
	low: Uint32Array,
	high: Uint32Array | undefined,
	from: number,
	to: number,
	into: Float64Array,
): void {
	for (let index = from; index < to; index++) {
		into[index] = low[index] ?? 0;
	}
	for (let index = from; high && index < to; index++) {
		into[index] = (into[index] ?? 0) + (high[index] ?? 0) * 2 ** 32;
	}
}
