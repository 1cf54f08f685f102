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
	const allSpans = sharedSpans(slices);
	const timeless = slices.filter((slice) => slice.timeless > 0);
	const laterTimes = firstTimesAfter(slices);
	for (const [index, slice] of slices.entries()) {
		const spans = spansWithin(allSpans, slice);
		const timelessToo = timeless.some((other) => other !== slice);
		const mayBeShared = (time: number | undefined) =>
			time === undefined ? timelessToo : spans.some(({ first, last }) => first <= time && time <= last);
		for await (const records of sliceRecords(join(folder, slice.file), shape, (chunk) => onBytes(chunk.length))) {
			yield records.filter((record) => !mayBeShared(record.time) || shared.isNew(record));
		}
		shared.endSlice(laterTimes[index] ?? Number.POSITIVE_INFINITY);
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

/** The times that lie between the first and the last record of two slices at least, apart from each other and in order. */
function sharedSpans(slices: readonly HeldSlice[]): readonly Span[] {
	const edges = slices
		.flatMap(({ times }) =>
			times ? [{ at: times.first, step: 1 } as const, { at: times.last, step: -1 } as const] : [],
		)
		// At the same time, what begins there meets what ends there.
		.sort((a, b) => a.at - b.at || b.step - a.step);
	const spans: Span[] = [];
	let open = 0;
	let first = 0;
	for (const { at, step } of edges) {
		open += step;
		if (open === 2 && step === 1) {
			first = at;
		} else if (open === 1 && step === -1) {
			spans.push({ first, last: at });
		}
	}
	return spans;
}

function spansWithin(spans: readonly Span[], { times }: HeldSlice): readonly Span[] {
	return times ? spans.filter(({ first, last }) => first <= times.last && last >= times.first) : [];
}

/** For each slice the first time that any later one has a record of. */
function firstTimesAfter(slices: readonly HeldSlice[]): readonly number[] {
	let least = Number.POSITIVE_INFINITY;
	return slices
		.toReversed()
		.map(({ times }) => {
			const after = least;
			least = Math.min(least, times?.first ?? Number.POSITIVE_INFINITY);
			return after;
		})
		.toReversed();
}
