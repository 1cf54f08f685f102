/**
 * Computation that can be interrupted at each `yield`. If `yield` returns `true`, the computation must end immediately
 * with a partial result.
 */
export type CooperativeTask<T> = Generator<void, T, boolean>;

/** Number of operations (up to 1 µs each) between two yields. All of them together take about as long as a yield. */
export const itemsPerYield = 64;

export function* visitEach<T>(items: Iterable<T>, visit: (item: T) => void): CooperativeTask<void> {
	let visits = 0;
	for (const item of items) {
		if (++visits % itemsPerYield === 0) {
			yield;
		}
		visit(item);
	}
}

export function runSynchronously<T>(steps: CooperativeTask<T>): T {
	let step = steps.next(false);
	while (step.done !== true) {
		step = steps.next(false);
	}
	return step.value;
}
