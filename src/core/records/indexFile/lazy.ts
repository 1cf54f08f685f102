import type { Droppable, MemoryBudget } from './memoryBudget';

/** Value that is loaded on first use and can be evicted to free memory. */
export class Lazy<T extends object> implements Droppable {
	private held: T | undefined;
	/** Evicted value. It is used again if other code still references it. */
	private dropped: WeakRef<T> | undefined;

	constructor(
		private readonly make: () => T,
		private readonly getBytes: (value: T) => number,
		private readonly budget: MemoryBudget,
	) {}

	get value(): T {
		if (this.held) {
			this.budget.use(this);
			return this.held;
		}
		const value = this.dropped?.deref() ?? this.make();
		this.held = value;
		this.budget.take(this, this.getBytes(value));
		return value;
	}

	/** Returns the value without caching it. */
	get once(): T {
		return this.held ?? this.dropped?.deref() ?? this.make();
	}

	get now(): T | undefined {
		return this.held;
	}

	evict(): void {
		this.dropped = this.held && new WeakRef(this.held);
		this.held = undefined;
	}
}
