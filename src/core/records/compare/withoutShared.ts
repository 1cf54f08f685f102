import type { TimeRange } from '../../../shared/comparison';
import { Bitset } from '../../common/bitset';
import type { Scheduler } from '../../common/scheduler';
import { positionsWhere } from '../query/execution/selectPositions';
import type { SharedRecords } from './comparability';
import { positionsWithin } from './positionsWithin';
import type { SelectedSide } from './selectSide';
import { difference, intersection, secondsIn } from './spans';

/** Removes the time range that both sides cover or, if ranges are unknown, the records that both sides contain. */
export async function withoutShared(
	before: SelectedSide,
	after: SelectedSide,
	scheduler: Scheduler,
): Promise<{ before: SelectedSide; after: SelectedSide; shared: SharedRecords | undefined }> {
	const { versions } = after;
	if (before.versions && versions && before.versions.isDisjointFrom(versions)) {
		return { before, after, shared: undefined };
	}
	if (before.spans && after.spans) {
		const both = intersection(before.spans, after.spans);
		if (both.length === 0) {
			return { before, after, shared: undefined };
		}
		const sides = [await outsideOf(before, both, scheduler), await outsideOf(after, both, scheduler)] as const;
		const records = Math.max(
			before.numbers.length - sides[0].numbers.length,
			after.numbers.length - sides[1].numbers.length,
		);
		return { before: sides[0], after: sides[1], shared: { records, seconds: secondsIn(both) } };
	}
	if (before.snapshot.table !== after.snapshot.table) {
		return { before, after, shared: undefined };
	}
	const [one, other] = [
		await bitsOf(before.numbers, before.snapshot.records, scheduler),
		await bitsOf(after.numbers, after.snapshot.records, scheduler),
	];
	const sides = [await withoutBits(before, other, scheduler), await withoutBits(after, one, scheduler)] as const;
	const records = before.numbers.length - sides[0].numbers.length;
	return { before: sides[0], after: sides[1], shared: records > 0 ? { records, seconds: 0 } : undefined };
}

async function outsideOf(side: SelectedSide, spans: readonly TimeRange[], scheduler: Scheduler): Promise<SelectedSide> {
	const left = difference(side.spans ?? [], spans);
	return {
		...side,
		spans: left,
		numbers: side.times ? await positionsWithin(side.numbers, side.times, left, scheduler) : side.numbers,
	};
}

async function bitsOf(numbers: Uint32Array, records: number, scheduler: Scheduler): Promise<Bitset> {
	const bits = new Bitset(records);
	await scheduler.forEachBatch(numbers.length, (from, to) => {
		for (let index = from; index < to; index++) {
			bits.add(numbers[index] ?? 0);
		}
	});
	return bits;
}

async function withoutBits(side: SelectedSide, bits: Bitset, scheduler: Scheduler): Promise<SelectedSide> {
	return { ...side, numbers: await positionsWhere(side.numbers, (number) => !bits.has(number), scheduler) };
}
