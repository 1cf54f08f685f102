import type { Scheduler } from '../../../common/scheduler';
import type { ColumnPiece, DictionaryValues, NumberValues } from '../../table/table';
import { getTime } from '../values/timeValue';
import { cellsOfColumn } from './cellSource';
import type { Snapshot } from './snapshot';

/** Unix seconds by record number. NaN means that the record has no time. */
export type Times = Float64Array | Uint32Array;

/** Returns the times of a column. If every record has a time in Unix seconds, the values are not copied. */
export async function timesOfColumn(snapshot: Snapshot, column: number, scheduler: Scheduler): Promise<Times> {
	const { records } = snapshot;
	const { values } = snapshot.column(column);
	switch (values.kind) {
		case 'number':
			return timesOfNumbers(values, records, scheduler);
		case 'dictionary': {
			const { codes } = values;
			const byCode = await timesOfCodes(values, scheduler);
			const times = new Float64Array(records);
			await scheduler.forEachBatch(records, (from, to) => {
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
					times[record] = getTime(bytes.toString('latin1', start, end)) ?? Number.NaN;
				},
				undefined,
				scheduler,
			);
			return times;
		}
	}
}

export interface TimeSpan {
	/** Earliest time. Later than `last` if no record has a time. */
	readonly first: number;
	readonly last: number;
	readonly without: number;
}

export async function getTimeSpan(numbers: Uint32Array, times: Times, scheduler: Scheduler): Promise<TimeSpan> {
	let first = Number.POSITIVE_INFINITY;
	let last = Number.NEGATIVE_INFINITY;
	let without = 0;
	await scheduler.forEachBatch(numbers.length, (from, to) => {
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

export interface CountedTimes {
	readonly times: Times;
	readonly counts: Uint32Array | undefined;
}

/** Returns the times in a partition of a column. Values of kind `raw` aren't supported. */
export async function timesOfPiece({ records, read }: ColumnPiece, scheduler: Scheduler): Promise<CountedTimes> {
	const values = read();
	switch (values?.kind) {
		case 'dictionary':
			return { times: await timesOfCodes(values, scheduler), counts: values.counts };
		case 'number':
			return { times: await timesOfNumbers(values, records, scheduler), counts: undefined };
		default:
			return { times: Float64Array.of(Number.NaN), counts: Uint32Array.of(records) };
	}
}

async function timesOfNumbers(
	{ low, high, present, empty }: NumberValues,
	records: number,
	scheduler: Scheduler,
): Promise<Times> {
	if (!high && empty === 0) {
		return low;
	}
	const times = new Float64Array(records);
	await scheduler.forEachBatch(records, (from, to) => toNumbers(low, high, from, to, times));
	if (empty > 0) {
		await scheduler.forEachBatch(records, (from, to) => {
			for (let record = from; record < to; record++) {
				if (!present.has(record)) {
					times[record] = Number.NaN;
				}
			}
		});
	}
	return times;
}

async function timesOfCodes(values: DictionaryValues, scheduler: Scheduler): Promise<Float64Array> {
	const { size, asNumbers } = values;
	const byCode = new Float64Array(size);
	if (asNumbers && !asNumbers.high) {
		byCode.set(asNumbers.low);
		byCode[0] = Number.NaN;
		return byCode;
	}
	await scheduler.forEachBatch(size, (from, to) => {
		for (let code = from; code < to; code++) {
			byCode[code] = getTime(values.value(code)) ?? Number.NaN;
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
