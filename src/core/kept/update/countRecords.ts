import { throwIfAborted } from '../../common/cancellation';
import type { SliceRecord } from '../../export/slices/sliceRecord';
import { type RecordShape, sliceRecords } from '../../export/slices/sliceRecords';
import { recordsOfTimes } from './indexedRecords';
import type { PartRecords } from './partRecords';

/** How often there is each of some records, by their keys. */
export class RecordCounts {
	private readonly counts = new Map<string, number>();

	get size(): number {
		return this.counts.size;
	}

	/** So many are left, of all keys. */
	get total(): number {
		return [...this.counts.values()].reduce((sum, count) => sum + count, 0);
	}

	of(key: string): number {
		return this.counts.get(key) ?? 0;
	}

	/** @returns how many there are then */
	add(key: string): number {
		const count = this.of(key) + 1;
		this.counts.set(key, count);
		return count;
	}

	/** One less. @returns whether there was one */
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

/** @param counts To be added to. */
export async function countRecords(
	{ path }: Pick<PartRecords, 'path'>,
	shape: RecordShape,
	signal: AbortSignal,
	{ isWanted, counts = new RecordCounts() }: CountOptions = {},
): Promise<RecordCounts> {
	for await (const batch of isWanted ? recordsOfTimes(path, shape, isWanted, signal) : sliceRecords(path, shape)) {
		throwIfAborted(signal);
		for (const record of batch) {
			counts.add(record.key('time'));
		}
	}
	return counts;
}

interface CountOptions {
	readonly isWanted?: (record: Pick<SliceRecord, 'time'>) => boolean;
	readonly counts?: RecordCounts;
}

/** How often parts of other days have each of the records that the answer may have too. */
export async function countOthers(
	answer: PartRecords,
	others: readonly PartRecords[],
	shape: RecordShape,
	signal: AbortSignal,
): Promise<RecordCounts> {
	const counts = new RecordCounts();
	for (const other of others) {
		const { times } = answer;
		const isInTime = meetsInTime(answer, other);
		const areTimeless = areBothTimeless(answer, other);
		const isWanted = ({ time }: Pick<SliceRecord, 'time'>) =>
			time === undefined ? areTimeless : isInTime && times !== undefined && times.first <= time && time <= times.last;
		await countRecords(other, shape, signal, { isWanted, counts });
	}
	return counts;
}

/** Whether some files may have a record, by its time. */
export function timesOf(files: readonly PartRecords[]): (record: Pick<SliceRecord, 'time'>) => boolean {
	if (files.some(({ rows, times, timeless }) => rows > timeless && !times)) {
		return () => true;
	}
	const anyTimeless = files.some(({ timeless }) => timeless > 0);
	const spans = files.flatMap(({ times }) => (times ? [times] : []));
	return ({ time }) =>
		time === undefined ? anyTimeless : spans.some(({ first, last }) => first <= time && time <= last);
}

/** Those that may share records with the answer. */
export function meeting(answer: PartRecords, others: readonly PartRecords[]): readonly PartRecords[] {
	return others.filter((other) => meetsInTime(answer, other) || areBothTimeless(answer, other));
}

function meetsInTime(a: PartRecords, b: PartRecords): boolean {
	return (
		a.times !== undefined && b.times !== undefined && b.times.first <= a.times.last && a.times.first <= b.times.last
	);
}

function areBothTimeless(a: PartRecords, b: PartRecords): boolean {
	return a.timeless > 0 && b.timeless > 0;
}
