import { join } from 'node:path';
import type { HeldSlice } from './slice';
import type { SliceRecord } from './sliceRecord';
import { type RecordShape, sliceRecords } from './sliceRecords';

interface Span {
	readonly first: number;
	readonly last: number;
}

/**
 * The records of several slices, each as often as the slice has it that has it most often.
 *
 * This is what the service has, whatever slices share: two records that are equal, their time included, lie in the same
 * second, and whoever has that second whole has all of them, while a slice that has it in part or not has fewer. Nothing
 * is known or assumed about the ends of a range, the order of records or the clock of the service.
 *
 * Only records in a time that another slice has records of, too, are compared. Where slices share a second, these are
 * those of two seconds; a service that answers for more than it was asked makes them more, which costs memory only
 * (about 100 bytes each).
 *
 * @param slices In the order of time.
 */
export async function* unionOfSlices(
	folder: string,
	slices: readonly HeldSlice[],
	shape: RecordShape,
	onBytes: (bytes: number) => void = () => {},
): AsyncGenerator<readonly SliceRecord[], void, void> {
	const shared = new SharedRecords();
	for (const [index, slice] of slices.entries()) {
		const others = slices.toSpliced(index, 1);
		const spans = sharedSpans(slice, others);
		const timelessToo = others.some(({ timeless }) => timeless > 0);
		const mayBeShared = (time: number | undefined) =>
			time === undefined ? timelessToo : spans.some(({ first, last }) => first <= time && time <= last);
		for await (const records of sliceRecords(join(folder, slice.file), shape, (chunk) => onBytes(chunk.length))) {
			yield records.filter((record) => !mayBeShared(record.time) || shared.isNew(record));
		}
		const later = slices.slice(index + 1).map(({ times }) => times?.first ?? Number.POSITIVE_INFINITY);
		shared.endSlice(Math.min(...later));
	}
}

/** Finds the records that earlier slices had, too. */
class SharedRecords {
	/** How often the earlier slices had each, at most. */
	private readonly before = new Map<string, Counted>();
	private readonly inSlice = new Map<string, Counted>();

	isNew(record: SliceRecord): boolean {
		const key = record.key('time');
		const count = (this.inSlice.get(key)?.count ?? 0) + 1;
		this.inSlice.set(key, { count, time: record.time });
		return count > (this.before.get(key)?.count ?? 0);
	}

	/** @param nextTime No later slice has a record before it. */
	endSlice(nextTime: number): void {
		for (const [key, { count, time }] of this.inSlice) {
			this.before.set(key, { count: Math.max(count, this.before.get(key)?.count ?? 0), time });
		}
		this.inSlice.clear();
		for (const [key, { time }] of this.before) {
			if (time !== undefined && time < nextTime) {
				this.before.delete(key);
			}
		}
	}
}

interface Counted {
	readonly count: number;
	readonly time: number | undefined;
}

/** The times in which both a slice and another one have records, apart from each other. */
function sharedSpans({ times }: HeldSlice, others: readonly HeldSlice[]): readonly Span[] {
	const spans = others
		.flatMap(({ times: other }) =>
			times && other ? [{ first: Math.max(times.first, other.first), last: Math.min(times.last, other.last) }] : [],
		)
		.filter(({ first, last }) => first <= last)
		.sort((a, b) => a.first - b.first);
	const merged: Span[] = [];
	for (const span of spans) {
		const last = merged.at(-1);
		if (last && span.first <= last.last) {
			merged[merged.length - 1] = { first: last.first, last: Math.max(last.last, span.last) };
		} else {
			merged.push(span);
		}
	}
	return merged;
}
