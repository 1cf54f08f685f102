/** Something that is dear to make and used by one at a time: one is kept for whoever needs it next. */
export class Idle<T> {
	private kept: T | undefined;

	constructor(private readonly make: () => T) {}

	async lend<R>(use: (one: T) => Promise<R>): Promise<R> {
		const one = this.kept ?? this.make();
		this.kept = undefined;
		try {
			return await use(one);
		} finally {
			this.kept = one;
		}
	}
}
