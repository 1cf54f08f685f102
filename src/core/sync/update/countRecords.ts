import { throwIfAborted } from '../../common/cancellation';
import type { ChunkRecord, KeyOf } from '../../export/chunks/chunkRecord';
import { type RecordShape, readChunkRecords } from '../../export/chunks/readChunkRecords';
import { recordsOfTimes } from './indexedRecords';
import type { PartitionRecords } from './partitionRecords';

export class RecordCounts {
	private readonly counts = new Map<string, number>();

	get size(): number {
		return this.counts.size;
	}

	get total(): number {
		return [...this.counts.values()].reduce((sum, count) => sum + count, 0);
	}

	of(key: string): number {
		return this.counts.get(key) ?? 0;
	}

	add(key: string): number {
		const count = this.of(key) + 1;
		this.counts.set(key, count);
		return count;
	}

	take(key: string): boolean {
		const count = this.of(key);
		if (count > 0) {
			this.counts.set(key, count - 1);
		}
		return count > 0;
	}

	entries(): Iterable<readonly [string, number]> {
		return this.counts.entries();
	}
}

export async function countRecords(
	{ path }: Pick<PartitionRecords, 'path'>,
	shape: RecordShape,
	signal: AbortSignal,
	{ isWanted, isPlaced, counts = new RecordCounts(), about = 'time' }: CountOptions = {},
): Promise<RecordCounts> {
	// Positions can't be checked with the index, because it doesn't contain the positions of records.
	const isIndexed = isWanted && !isPlaced;
	let position = -1;
	for await (const batch of isIndexed ? recordsOfTimes(path, shape, isWanted, signal) : readChunkRecords(path, shape)) {
		throwIfAborted(signal);
		for (const record of batch) {
			position++;
			if (!isPlaced || (isPlaced(position) && (isWanted?.(record) ?? true))) {
				counts.add(record.key(about));
			}
		}
	}
	return counts;
}

export type PlaceTest = (position: number) => boolean;

interface CountOptions {
	readonly isWanted?: (record: Pick<ChunkRecord, 'time'>) => boolean;
	/** Returns true for the position of each record to count. If undefined, all records are counted. */
	readonly isPlaced?: PlaceTest | undefined;
	readonly counts?: RecordCounts;
	readonly about?: KeyOf;
}

export async function countOthers(
	answer: PartitionRecords,
	others: readonly PartitionRecords[],
	shape: RecordShape,
	signal: AbortSignal,
	{ about = 'time', placesIn }: OtherOptions = {},
): Promise<RecordCounts> {
	const counts = new RecordCounts();
	for (const other of others) {
		const areTimeless = areBothTimeless(answer, other);
		const isWanted = ({ time }: Pick<ChunkRecord, 'time'>) =>
			time === undefined ? areTimeless : includesTime(answer, time) && includesTime(other, time);
		await countRecords(other, shape, signal, { isWanted, isPlaced: placesIn?.(other), counts, about });
	}
	return counts;
}

interface OtherOptions {
	readonly about?: KeyOf;
	readonly placesIn?: (other: PartitionRecords) => PlaceTest | undefined;
}

export function getTimes(files: readonly PartitionRecords[]): (record: Pick<ChunkRecord, 'time'>) => boolean {
	if (files.some(({ rows, times, timeless }) => rows > timeless && !times)) {
		return () => true;
	}
	const anyTimeless = files.some(({ timeless }) => timeless > 0);
	const spans = files.flatMap(({ times }) => (times ? [times] : []));
	return ({ time }) =>
		time === undefined ? anyTimeless : spans.some(({ first, last }) => first <= time && time <= last);
}

export function meeting(answer: PartitionRecords, others: readonly PartitionRecords[]): readonly PartitionRecords[] {
	return others.filter((other) => meetsInTime(answer, other) || areBothTimeless(answer, other));
}

function includesTime({ times }: Pick<PartitionRecords, 'times'>, time: number): boolean {
	return times !== undefined && times.first <= time && time <= times.last;
}

function meetsInTime(a: PartitionRecords, b: PartitionRecords): boolean {
	return (
		a.times !== undefined && b.times !== undefined && b.times.first <= a.times.last && a.times.first <= b.times.last
	);
}

function areBothTimeless(a: PartitionRecords, b: PartitionRecords): boolean {
	return a.timeless > 0 && b.timeless > 0;
}
