import type { StoredChunk } from './chunk';
import type { ChunkRecord } from './chunkRecord';

type TimesOfRecords = Pick<StoredChunk, 'rows' | 'times' | 'timeless'>;

export class RecordTimes {
	private rows = 0;
	private timeless = 0;
	private first = Number.POSITIVE_INFINITY;
	private last = Number.NEGATIVE_INFINITY;

	add(records: readonly Pick<ChunkRecord, 'time'>[]): void {
		for (const { time } of records) {
			this.addOne(time);
		}
	}

	addOne(time: number | undefined): void {
		this.rows++;
		if (time === undefined) {
			this.timeless++;
		} else {
			this.first = Math.min(this.first, time);
			this.last = Math.max(this.last, time);
		}
	}

	addAll({ rows, times, timeless }: TimesOfRecords): void {
		this.rows += rows;
		this.timeless += timeless;
		this.first = Math.min(this.first, times?.first ?? this.first);
		this.last = Math.max(this.last, times?.last ?? this.last);
	}

	get found(): TimesOfRecords {
		const { rows, timeless, first, last } = this;
		return { rows, timeless, ...(first <= last && { times: { first, last } }) };
	}
}
