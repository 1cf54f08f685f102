/** Opens files in order. The next few files are opened in advance, because most of the time is disk latency. */
export class FilePrefetch<P, T extends AsyncDisposable> implements AsyncDisposable {
	private readonly opening: Promise<T>[] = [];
	private begun = 0;

	constructor(
		private readonly paths: readonly P[],
		private readonly open: (path: P) => Promise<T>,
		private readonly ahead: number,
	) {}

	/** Returns the next opened file. A next file must exist, and the caller must dispose of it. */
	async next(): Promise<T> {
		while (this.begun < this.paths.length && this.opening.length < this.ahead) {
			const opening = this.open(this.paths[this.begun++] as P);
			// The error is thrown by the `next` call that returns this file, unless an earlier file failed.
			opening.catch(() => undefined);
			this.opening.push(opening);
		}
		const next = this.opening.shift();
		if (!next) {
			throw new RangeError('There is no other');
		}
		return next;
	}

	async [Symbol.asyncDispose](): Promise<void> {
		for (const opened of await Promise.allSettled(this.opening.splice(0))) {
			if (opened.status === 'fulfilled') {
				await opened.value[Symbol.asyncDispose]();
			}
		}
	}
}
