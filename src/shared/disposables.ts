export interface Disposable {
	dispose(): void;
}

/** Container of disposables. Items that are added after it has been disposed are disposed immediately. */
export class DisposableStore implements Disposable {
	private readonly items = new Set<Disposable>();
	private disposed = false;

	/** Returns the item, so that it can be created and registered in one expression. */
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
		// Items are disposed in reverse order, because later items may depend on earlier items.
		for (const item of [...this.items].reverse()) {
			item.dispose();
		}
		this.items.clear();
	}
}
