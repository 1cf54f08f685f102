interface RecentCacheOptions<Value> {
	/** Returns the weight of a value, in the unit of the capacity. By default, the weight is 1. */
	readonly weightOf?: (value: Value) => number;
	/** Called for a value that was evicted or removed, but not for a value that was replaced. */
	readonly onEvict?: (value: Value) => void;
}

/** Cache with a maximum total weight. Evicts the least recently used (LRU) values, but never the newest one. */
export class RecentCache<Key, Value> {
	/** Entries from least to most recently used. Using an entry moves it to the end of the map by inserting it again. */
	private readonly entries = new Map<Key, { readonly value: Value; readonly weight: number }>();
	private readonly weightOf: (value: Value) => number;
	private readonly onEvict: ((value: Value) => void) | undefined;
	private weight = 0;

	constructor(
		private readonly capacity: number,
		{ weightOf = () => 1, onEvict }: RecentCacheOptions<Value> = {},
	) {
		this.weightOf = weightOf;
		this.onEvict = onEvict;
	}

	get size(): number {
		return this.entries.size;
	}

	/** Checks whether the cache contains a key, without marking its entry as recently used. */
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
			this.onEvict?.(entry.value);
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
