export class FreshValue<T> {
	private loading: Promise<T> | undefined;

	constructor(private readonly load: () => Promise<T>) {}

	invalidate(): void {
		this.loading = undefined;
	}

	/**
	 * Returns a value that was loaded after the last invalidation. If the value is invalidated while it is being loaded,
	 * it is loaded again.
	 */
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
