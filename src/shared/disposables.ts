export interface Disposable {
	dispose(): void;
}

/** Collection of disposables. An item that is added after the collection was disposed of is disposed of immediately. */
export class DisposableStore implements Disposable {
	private readonly items = new Set<Disposable>();
	private disposed = false;

	/** Adds an item and returns it, so that it can be created and added in one expression. */
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
		// Items are disposed of in reverse order, because later items may depend on earlier ones.
		for (const item of [...this.items].reverse()) {
			item.dispose();
		}
		this.items.clear();
	}
}

/** Base class of objects whose disposal disposes of everything that they have added to `owned`. */
export abstract class DisposableOwner implements Disposable {
	protected readonly owned = new DisposableStore();

	dispose(): void {
		this.owned.dispose();
	}
}
