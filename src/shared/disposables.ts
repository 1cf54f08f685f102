/** What the editor's disposables are too. */
export interface Disposable {
	dispose(): void;
}

/** Owns disposables. What is added after the end is disposed at once, so that nothing made late is lost. */
export class DisposableStore implements Disposable {
	private readonly items = new Set<Disposable>();
	private disposed = false;

	/** Takes ownership and returns the item, so that making and owning are one line. */
	add<T extends Disposable>(item: T): T {
		if (this.disposed) {
			item.dispose();
		} else {
			this.items.add(item);
		}
		return item;
	}

	dispose(): void {
		this.disposed = true;
		// Last made, first disposed: later items may use earlier ones.
		for (const item of [...this.items].reverse()) {
			item.dispose();
		}
		this.items.clear();
	}
}
