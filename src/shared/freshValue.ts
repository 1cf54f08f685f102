export class FreshValue<T> {
	private loading: Promise<T> | undefined;

	constructor(private readonly load: () => Promise<T>) {}

	invalidate(): void {
		this.loading = undefined;
	}

	/** Returns a value that was loaded after the last invalidation. Loads it again if it is invalidated while loading. */
	async get(): Promise<T> {
		for (;;) {
			this.loading ??= this.load();
			const { loading } = this;
			const value = await loading;
			if (this.loading === loading) {
				return value;
			}
		}
	}
}
