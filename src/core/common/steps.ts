/**
 * Work of any length in pieces of a few milliseconds at most: it may be interrupted wherever it yields. Told `true`
 * there, it has taken too long, and comes to its end with what it has.
 */
export type Steps<T> = Generator<void, T, boolean>;

/** What takes a microsecond at most is done so often between two yields, each of which costs as much. */
export const stepsPerYield = 64;

/** Visits each item, which takes a microsecond at most. */
export function* visitEach<T>(items: Iterable<T>, visit: (item: T) => void): Steps<void> {
	let visits = 0;
	for (const item of items) {
		if (++visits % stepsPerYield === 0) {
			yield;
		}
		visit(item);
	}
}

/** Carries out all of it in one go. */
export function atOnce<T>(steps: Steps<T>): T {
	let step = steps.next(false);
	while (step.done !== true) {
		step = steps.next(false);
	}
	return step.value;
}
