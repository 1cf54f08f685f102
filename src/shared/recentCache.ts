interface RecentCacheOptions<Value> {
	/** In the unit of the capacity; 1 unless said. */
	readonly weightOf?: (value: Value) => number;
	/** Called for what the cache evicts or is asked to remove, not for what another value replaces. */
	readonly onDrop?: (value: Value) => void;
}

/** Keeps what was used last, up to a total weight, and the newest whatever it weighs. */
export class RecentCache<Key, Value> {
	/** In the order of use, which is what a Map keeps when its entries are put in again. */
	private readonly entries = new Map<Key, { readonly value: Value; readonly weight: number }>();
	private readonly weightOf: (value: Value) => number;
	private readonly onDrop: ((value: Value) => void) | undefined;
	private weight = 0;

	constructor(
		private readonly capacity: number,
		{ weightOf = () => 1, onDrop }: RecentCacheOptions<Value> = {},
	) {
		this.weightOf = weightOf;
		this.onDrop = onDrop;
	}

	get size(): number {
		return this.entries.size;
	}

	/** Without using it. */
	has(key: Key): boolean {
		return this.entries.has(key);
	}

	get(key: Key): Value | undefined {
		const entry = this.entries.get(key);
		if (entry) {
			this.entries.delete(key);
			this.entries.set(key, entry);
		}
		return entry?.value;
	}

	set(key: Key, value: Value): void {
		this.take(key);
		const weight = this.weightOf(value);
		this.entries.set(key, { value, weight });
		this.weight += weight;
		for (const oldest of this.entries.keys()) {
			if (this.weight <= this.capacity || oldest === key) {
				return;
			}
			this.delete(oldest);
		}
	}

	delete(key: Key): void {
		const entry = this.take(key);
		if (entry) {
			this.onDrop?.(entry.value);
		}
	}

	clear(): void {
		for (const key of [...this.entries.keys()]) {
			this.delete(key);
		}
	}

	private take(key: Key): { readonly value: Value } | undefined {
		const entry = this.entries.get(key);
		if (entry) {
			this.weight -= entry.weight;
			this.entries.delete(key);
		}
		return entry;
	}
}
