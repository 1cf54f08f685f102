/** Lends an object that is expensive to create to one caller at a time. Keeps one returned object for reuse. */
export class Idle<T> {
	private cached: T | undefined;

	constructor(private readonly make: () => T) {}

	async lend<R>(use: (one: T) => Promise<R>): Promise<R> {
		const one = this.cached ?? this.make();
		this.cached = undefined;
		try {
			return await use(one);
		} finally {
			this.cached = one;
		}
	}
}
