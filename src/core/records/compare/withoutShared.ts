import type { TimeRange } from '../../../shared/comparison';
import { Bitset } from '../../common/bitset';
import type { Pace } from '../../common/pace';
import { keepWhere } from '../query/work/keep';
import type { SharedRecords } from './comparability';
import { keepWithin } from './keepWithin';
import type { SelectedSide } from './selectSide';
import { difference, intersection, secondsIn } from './spans';

/** What both sides have is counted on neither: of one table its records, of two of them the time that both cover. */
export async function withoutShared(
	before: SelectedSide,
	after: SelectedSide,
	pace: Pace,
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
		const sides = [await outsideOf(before, both, pace), await outsideOf(after, both, pace)] as const;
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
		await bitsOf(before.numbers, before.snapshot.records, pace),
		await bitsOf(after.numbers, after.snapshot.records, pace),
	];
	const sides = [await withoutBits(before, other, pace), await withoutBits(after, one, pace)] as const;
	const records = before.numbers.length - sides[0].numbers.length;
	return { before: sides[0], after: sides[1], shared: records > 0 ? { records, seconds: 0 } : undefined };
}

async function outsideOf(side: SelectedSide, spans: readonly TimeRange[], pace: Pace): Promise<SelectedSide> {
	const left = difference(side.spans ?? [], spans);
	return {
		...side,
		spans: left,
		numbers: side.times ? await keepWithin(side.numbers, side.times, left, pace) : side.numbers,
	};
}

async function bitsOf(numbers: Uint32Array, records: number, pace: Pace): Promise<Bitset> {
	const bits = new Bitset(records);
	await pace.walk(numbers.length, (from, to) => {
		for (let index = from; index < to; index++) {
			bits.add(numbers[index] ?? 0);
		}
	});
	return bits;
}

async function withoutBits(side: SelectedSide, bits: Bitset, pace: Pace): Promise<SelectedSide> {
	return { ...side, numbers: await keepWhere(side.numbers, (number) => !bits.has(number), pace) };
}
