import assert from 'node:assert/strict';
import { leastTime } from '../../../../../support/processorTime';

/** Asserts that an eightfold input needs about eight times as long. Quadratic work would need 64 times as long. */
export function assertGrowsWithSize(make: (size: number) => () => void, size: number): void {
	const small = getTime(make(size));
	const large = getTime(make(size * 8));
	assert.ok(large < 24 * small + 100, `${small} ms, and ${large} ms for eight times as much`);
}

function getTime(action: () => void): number {
	// The first run lets the engine compile the code.
	action();
	return leastTime(action);
}
