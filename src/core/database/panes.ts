export class Panes {
	private readonly asking = new Map<string, AbortController>();

	/**
	 * Returns a signal that is also aborted by the next query for the same pane. Dispose of the result when the query
	 * ends.
	 */
	begin(pane: string | undefined, signal: AbortSignal): Disposable & { readonly signal: AbortSignal } {
		const controller = new AbortController();
		if (pane !== undefined) {
			this.asking.get(pane)?.abort();
			this.asking.set(pane, controller);
		}
		return {
			signal: AbortSignal.any([signal, controller.signal]),
			[Symbol.dispose]: () => {
				if (pane !== undefined && this.asking.get(pane) === controller) {
					this.asking.delete(pane);
				}
			},
		};
	}
}
