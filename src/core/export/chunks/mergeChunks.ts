import { join } from 'node:path';
import type { StoredChunk } from './chunk';
import type { ChunkRecord } from './chunkRecord';
import { type RecordShape, readChunkRecords } from './readChunkRecords';

interface Span {
	readonly first: number;
	readonly last: number;
}

/**
 * Merges records in chronological order. If several chunks contain identical records, the result contains the largest
 * number of copies that occurs in one chunk. This number is correct, because each chunk that covers a second contains
 * all records of that second. Only records at times that several chunks cover are compared. Each compared record needs
 * about 100 bytes of memory.
 */
export async function* mergeChunks(
	folder: string,
	chunks: readonly StoredChunk[],
	shape: RecordShape,
	onBytes: (bytes: number) => void = () => {},
): AsyncGenerator<readonly ChunkRecord[], void, void> {
	const shared = new SharedRecords();
	const allSpans = sharedSpans(chunks);
	const timeless = chunks.filter((chunk) => chunk.timeless > 0);
	const laterTimes = firstTimesAfter(chunks);
	for (const [index, chunk] of chunks.entries()) {
		const spans = spansWithin(allSpans, chunk);
		const timelessToo = timeless.some((other) => other !== chunk);
		const mayBeShared = (time: number | undefined) =>
			time === undefined ? timelessToo : spans.some(({ first, last }) => first <= time && time <= last);
		for await (const records of readChunkRecords(join(folder, chunk.file), shape, (chunk) => onBytes(chunk.length))) {
			yield records.filter((record) => !mayBeShared(record.time) || shared.isNew(record));
		}
		shared.endChunk(laterTimes[index] ?? Number.POSITIVE_INFINITY);
	}
}

class SharedRecords {
	/** For each record, the largest number of copies in any preceding chunk. */
	private readonly before = new Map<string, Counted>();
	private readonly inChunk = new Map<string, Counted>();

	isNew(record: ChunkRecord): boolean {
		const key = record.key('time');
		const count = (this.inChunk.get(key)?.count ?? 0) + 1;
		this.inChunk.set(key, { count, time: record.time });
		return count > (this.before.get(key)?.count ?? 0);
	}

	endChunk(nextTime: number): void {
		for (const [key, { count, time }] of this.inChunk) {
			this.before.set(key, { count: Math.max(count, this.before.get(key)?.count ?? 0), time });
		}
		this.inChunk.clear();
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

function sharedSpans(chunks: readonly StoredChunk[]): readonly Span[] {
	const edges = chunks
		.flatMap(({ times }) =>
			times ? [{ at: times.first, step: 1 } as const, { at: times.last, step: -1 } as const] : [],
		)
		// At equal times, starts come before ends, so that adjacent time spans with a common second overlap.
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

function spansWithin(spans: readonly Span[], { times }: StoredChunk): readonly Span[] {
	return times ? spans.filter(({ first, last }) => first <= times.last && last >= times.first) : [];
}

function firstTimesAfter(chunks: readonly StoredChunk[]): readonly number[] {
	let least = Number.POSITIVE_INFINITY;
	return chunks
		.toReversed()
		.map(({ times }) => {
			const after = least;
			least = Math.min(least, times?.first ?? Number.POSITIVE_INFINITY);
			return after;
		})
		.toReversed();
}
