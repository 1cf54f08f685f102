/** What asks and shows one answer: its next question ends the one before it. */
export class Panes {
	private readonly asking = new Map<string, AbortController>();

	/** A signal that ends with a given one, and with the next question of the pane. Dispose of it with the question. */
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
