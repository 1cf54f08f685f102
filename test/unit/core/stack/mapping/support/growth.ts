import assert from 'node:assert/strict';
import { leastTime } from '../../../../../support/processorTime';

/**
 * Asserts that eight times as much takes about eight times as long. Work that grows with the square would take 64 times
 * as long.
 */
export function assertGrowsWithSize(make: (size: number) => () => void, size: number): void {
	const small = timeOf(make(size));
	const large = timeOf(make(size * 8));
	assert.ok(large < 24 * small + 100, `${small} ms, and ${large} ms for eight times as much`);
}

function timeOf(action: () => void): number {
	// Compiled by then.
	action();
	return leastTime(action);
}
