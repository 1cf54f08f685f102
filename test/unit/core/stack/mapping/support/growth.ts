import assert from 'node:assert/strict';

/**
 * Asserts that eight times as much takes about eight times as long. Work that grows with the square would take 64 times
 * as long. It is the processor's time that counts, and the best of a few runs: the machine may be busy.
 */
export function assertGrowsWithSize(make: (size: number) => () => void, size: number): void {
	const small = timeOf(make(size));
	const large = timeOf(make(size * 8));
	assert.ok(large < 24 * small + 100, `${small} ms, and ${large} ms for eight times as much`);
}

function timeOf(action: () => void): number {
	action();
	const times = [1, 2, 3].map(() => {
		const start = process.cpuUsage();
		action();
		return process.cpuUsage(start).user / 1000;
	});
	return Math.min(...times);
}
