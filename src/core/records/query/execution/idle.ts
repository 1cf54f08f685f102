/** Lends an expensive object to one caller at a time, and keeps one object for reuse. */
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
