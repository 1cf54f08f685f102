import type { PositionRange } from '../../../../shared/results';
import type { Scheduler } from '../../../common/scheduler';

export async function positionsWhere(
	numbers: Uint32Array,
	passes: (number: number) => boolean,
	scheduler: Scheduler,
): Promise<Uint32Array> {
	const positions = new Uint32Array(numbers.length);
	let count = 0;
	await scheduler.forEachBatch(numbers.length, (from, to) => {
		for (let index = from; index < to; index++) {
			const number = numbers[index] ?? 0;
			if (passes(number)) {
				positions[count++] = number;
			}
		}
	});
	return positions.slice(0, count);
}

export async function positionsByCode(
	numbers: Uint32Array,
	codes: Uint8Array | Uint16Array | Uint32Array,
	mask: Uint8Array,
	scheduler: Scheduler,
): Promise<Uint32Array> {
	const positions = new Uint32Array(numbers.length);
	let count = 0;
	await scheduler.forEachBatch(numbers.length, (from, to) => {
		count = positionsInPiece(numbers, codes, { mask, from, to, positions, start: count });
	});
	return positions.slice(0, count);
}

interface Piece {
	readonly mask: Uint8Array;
	readonly from: number;
	readonly to: number;
	readonly positions: Uint32Array;
	readonly start: number;
}

/** Writes every number but increases the count only after a match. This avoids branch mispredictions. */
function positionsInPiece(
	numbers: Uint32Array,
	codes: Uint8Array | Uint16Array | Uint32Array,
	{ mask, from, to, positions, start }: Piece,
): number {
	let count = start;
	for (let index = from; index < to; index++) {
		const number = numbers[index] ?? 0;
		positions[count] = number;
		count += mask[codes[number] ?? 0] ?? 0;
	}
	return count;
}

export function allRecords(records: number): Uint32Array {
	const numbers = new Uint32Array(records);
	for (let record = 0; record < records; record++) {
		numbers[record] = record;
	}
	return numbers;
}

export async function mapEach(
	items: Uint32Array,
	make: (item: number) => number,
	scheduler: Scheduler,
): Promise<Uint32Array> {
	const made = new Uint32Array(items.length);
	await scheduler.forEachBatch(items.length, (from, to) => {
		for (let index = from; index < to; index++) {
			made[index] = make(items[index] ?? 0);
		}
	});
	return made;
}

export function atPositions(order: Uint32Array, positions: readonly PositionRange[]): Uint32Array {
	const parts = positions.map(({ from, to }) => order.subarray(Math.max(0, from), Math.max(0, to)));
	const numbers = new Uint32Array(parts.reduce((sum, { length }) => sum + length, 0));
	let at = 0;
	for (const part of parts) {
		numbers.set(part, at);
		at += part.length;
	}
	return numbers;
}
