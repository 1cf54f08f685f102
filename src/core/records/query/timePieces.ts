import type { Scheduler } from '../../common/scheduler';
import type { ColumnPiece, TableColumn } from '../table/table';
import { type CountedTimes, type TimeSpan, timesOfPiece } from './execution/times';

export interface TimeBars {
	readonly start: number;
	readonly step: number;
	readonly length: number;
}

/** Times of all records. Reads one partition after the other, so that the entire column need not be in memory. */
export class TimePieces {
	private constructor(private readonly pieces: readonly ColumnPiece[]) {}

	/** Returns undefined if the column has no partitions or if a partition's values must be read from the file. */
	static of({ pieces }: TableColumn, records: number): TimePieces | undefined {
		return pieces?.every(({ kind }) => kind !== 'raw')
			? new TimePieces(pieces.filter(({ first }) => first < records))
			: undefined;
	}

	async span(scheduler: Scheduler): Promise<TimeSpan> {
		let first = Number.POSITIVE_INFINITY;
		let last = Number.NEGATIVE_INFINITY;
		let without = 0;
		await this.each(scheduler, ({ times, counts }, from, to) => {
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

	async count({ start, step, length }: TimeBars, scheduler: Scheduler): Promise<Uint32Array> {
		const found = new Uint32Array(length);
		await this.each(scheduler, ({ times, counts }, from, to) => {
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

	private async each(
		scheduler: Scheduler,
		visit: (times: CountedTimes, from: number, to: number) => void,
	): Promise<void> {
		for (const piece of this.pieces) {
			const times = await timesOfPiece(piece, scheduler);
			await scheduler.forEachBatch(times.counts?.length ?? piece.records, (from, to) => visit(times, from, to));
		}
	}
}
