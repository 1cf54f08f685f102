import type { PositionRange } from '../../../../shared/results';

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
