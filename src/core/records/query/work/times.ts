import type { Pace } from '../../../common/pace';
import { timeOf } from '../values/timeValue';
import { cellsOfColumn } from './cellSource';
import type { Snapshot } from './snapshot';

/** By record: Unix seconds, NaN where there is no time. */
export type Times = Float64Array | Uint32Array;

/** Of a column whose numbers are those seconds, and that has no gaps, they are the column's own. */
export async function timesOfColumn(snapshot: Snapshot, column: number, pace: Pace): Promise<Times> {
	const { records } = snapshot;
	const { values } = snapshot.column(column);
	if (values.kind === 'number' && !values.high && values.empty === 0) {
		return values.low;
	}
	const times = new Float64Array(records);
	switch (values.kind) {
		case 'number': {
			const { low, high, present, empty } = values;
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
		case 'dictionary': {
			const { codes } = values;
			const byCode = new Float64Array(values.size);
			await pace.walk(values.size, (from, to) => {
				for (let code = from; code < to; code++) {
					byCode[code] = timeOf(values.value(code)) ?? Number.NaN;
				}
			});
			await pace.walk(records, (from, to) => {
				for (let record = from; record < to; record++) {
					times[record] = byCode[codes[record] ?? 0] ?? Number.NaN;
				}
			});
			return times;
		}
		case 'raw':
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
