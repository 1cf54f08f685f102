import { RecentCache } from '../../../../shared/recentCache';
import { SharedCache } from '../../query/execution/sharedCache';
import { keyHashBytes } from './hash16';
import type { LocatedRecord } from './locators';

const maxBytes = 24_000_000;

const maxAsked = 10_000;

interface PartList {
	readonly numbers: Float64Array;
	readonly days: Uint16Array;
	readonly times: Float64Array;
	readonly frames: Buffer;
}

/** Caches the records in ranges of several days. A range is read in full when it is needed for the second time. */
export class PartLists {
	private readonly requested = new RecentCache<string, true>(maxAsked);
	private readonly lists = new SharedCache<PartList>(maxBytes, (list) =>
		Object.values(list).reduce((bytes, { byteLength }) => bytes + byteLength, 0),
	);

	/**
	 * Returns some records of a range. The first call for a range returns undefined. Later calls read the entire range
	 * with `read` and cache it.
	 */
	async chunk(
		part: string,
		start: number,
		end: number,
		read: (signal: AbortSignal) => Promise<readonly LocatedRecord[]>,
		signal: AbortSignal,
	): Promise<readonly LocatedRecord[] | undefined> {
		if (!this.requested.get(part)) {
			this.requested.set(part, true);
			return undefined;
		}
		const list = await this.lists.get(part, async (signal) => listOf(await read(signal)), signal);
		return Array.from({ length: end - start }, (_, index) => recordAt(list, start + index));
	}
}

function listOf(records: readonly LocatedRecord[]): PartList {
	const frames = Buffer.alloc(records.length * keyHashBytes);
	for (const [index, { place }] of records.entries()) {
		frames.write(place?.frames ?? '', index * keyHashBytes, 'hex');
	}
	return {
		numbers: Float64Array.from(records, ({ number }) => number),
		days: Uint16Array.from(records, ({ day }) => day),
		times: Float64Array.from(records, ({ place }) => place?.time ?? 0),
		frames,
	};
}

function recordAt({ numbers, days, times, frames }: PartList, index: number): LocatedRecord {
	return {
		number: numbers[index] ?? 0,
		day: days[index] ?? 0,
		place: {
			frames: frames.toString('hex', index * keyHashBytes, (index + 1) * keyHashBytes),
			time: times[index] ?? 0,
		},
	};
}
