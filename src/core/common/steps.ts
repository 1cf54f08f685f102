/**
 * Work of any length in pieces of a few milliseconds at most: it may be interrupted wherever it yields. Told `true`
 * there, it has taken too long, and comes to its end with what it has.
 */
export type Steps<T> = Generator<void, T, boolean>;

/** Carries out all of it in one go. */
export function atOnce<T>(steps: Steps<T>): T {
	let step = steps.next(false);
	while (step.done !== true) {
		step = steps.next(false);
	}
	return step.value;
}
