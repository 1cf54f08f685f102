/** What is opened one after another, with the next few on their way meanwhile: most of the time is spent waiting for the disk. */
export class OpenedAhead<P, T extends AsyncDisposable> implements AsyncDisposable {
	private readonly opening: Promise<T>[] = [];
	private begun = 0;

	/** @param ahead How many are opened at a time. */
	constructor(
		private readonly paths: readonly P[],
		private readonly open: (path: P) => Promise<T>,
		private readonly ahead: number,
	) {}

	/** The next one, in the order of the paths; there must be one. It is the caller's to dispose of. @throws what `open` throws */
	async next(): Promise<T> {
		while (this.begun < this.paths.length && this.opening.length < this.ahead) {
			const opening = this.open(this.paths[this.begun++] as P);
			// Whoever comes to this one hears of it; nobody does when an earlier one failed.
			opening.catch(() => undefined);
			this.opening.push(opening);
		}
		const next = this.opening.shift();
		if (!next) {
			throw new RangeError('There is no other');
		}
		return next;
	}

	/** Those that nobody has asked for. */
	async [Symbol.asyncDispose](): Promise<void> {
		for (const opened of await Promise.allSettled(this.opening.splice(0))) {
			if (opened.status === 'fulfilled') {
				await opened.value[Symbol.asyncDispose]();
			}
		}
	}
}
