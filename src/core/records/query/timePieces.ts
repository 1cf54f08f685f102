import type { Pace } from '../../common/pace';
import type { ColumnPiece, TableColumn } from '../table/table';
import { type CountedTimes, type TimeSpan, timesOfPiece } from './work/times';

/** Equal parts of time, each of `step` seconds. */
export interface TimeBars {
	readonly start: number;
	readonly step: number;
	/** How many there are. */
	readonly length: number;
}

/** The times of all records of a table, looked at piece by piece, so that they need not come together in memory. */
export class TimePieces {
	private constructor(private readonly pieces: readonly ColumnPiece[]) {}

	/** Undefined for a column without pieces, or with one that is read back from the file. @param records Of the table. */
	static of({ pieces }: TableColumn, records: number): TimePieces | undefined {
		return pieces?.every(({ kind }) => kind !== 'raw')
			? new TimePieces(pieces.filter(({ first }) => first < records))
			: undefined;
	}

	async span(pace: Pace): Promise<TimeSpan> {
		let first = Number.POSITIVE_INFINITY;
		let last = Number.NEGATIVE_INFINITY;
		let without = 0;
		await this.each(pace, ({ times, counts }, from, to) => {
			for (let index = from; index < to; index++) {
				const time = times[index] ?? Number.NaN;
				const count = counts?.[index] ?? 1;
				if (Number.isNaN(time)) {
					without += count;
				} else if (count > 0) {
					first = Math.min(first, time);
					last = Math.max(last, time);
				}
			}
		});
		return { first, last, without };
	}

	/** How many records there are in each bar. @param bars They cover all times. */
	async count({ start, step, length }: TimeBars, pace: Pace): Promise<Uint32Array> {
		const found = new Uint32Array(length);
		await this.each(pace, ({ times, counts }, from, to) => {
			for (let index = from; index < to; index++) {
				const time = times[index] ?? Number.NaN;
				if (!Number.isNaN(time)) {
					const bar = Math.floor((time - start) / step);
					found[bar] = (found[bar] ?? 0) + (counts?.[index] ?? 1);
				}
			}
		});
		return found;
	}

	private async each(pace: Pace, visit: (times: CountedTimes, from: number, to: number) => void): Promise<void> {
		for (const piece of this.pieces) {
			const times = await timesOfPiece(piece, pace);
			await pace.walk(times.counts?.length ?? piece.records, (from, to) => visit(times, from, to));
		}
	}
}
