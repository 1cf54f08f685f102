/** Keeps what was used last, up to a total weight; what is heavier than all of it is not kept. */
export class RecentCache<Key, Value> {
	/** In the order of use, which is what a Map keeps when its entries are put in again. */
	private readonly entries = new Map<Key, { readonly value: Value; readonly weight: number }>();
	private weight = 0;

	constructor(
		private readonly capacity: number,
		private readonly weightOf: (value: Value) => number = () => 1,
	) {}

	get size(): number {
		return this.entries.size;
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
		this.delete(key);
		const weight = this.weightOf(value);
		if (weight > this.capacity) {
			return;
		}
		this.entries.set(key, { value, weight });
		this.weight += weight;
		for (const oldest of this.entries.keys()) {
			if (this.weight <= this.capacity) {
				break;
			}
			this.delete(oldest);
		}
	}

	delete(key: Key): void {
		const entry = this.entries.get(key);
		if (entry) {
			this.weight -= entry.weight;
			this.entries.delete(key);
		}
	}
}
