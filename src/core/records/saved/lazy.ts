import type { Droppable, MemoryBudget } from './memoryBudget';

/** Something that is read when it is asked for, and given back when memory is short. */
export class Lazy<T extends object> implements Droppable {
	private held: T | undefined;
	/** Somebody may still use what was given back; it is not read twice then. */
	private dropped: WeakRef<T> | undefined;

	constructor(
		private readonly make: () => T,
		private readonly bytesOf: (value: T) => number,
		private readonly budget: MemoryBudget,
	) {}

	get value(): T {
		if (this.held) {
			this.budget.use(this);
			return this.held;
		}
		const value = this.dropped?.deref() ?? this.make();
		this.held = value;
		this.budget.take(this, this.bytesOf(value));
		return value;
	}

	/** For somebody who needs it once: it is not kept for that. */
	get once(): T {
		return this.held ?? this.dropped?.deref() ?? this.make();
	}

	/** Undefined while it is not in memory. */
	get now(): T | undefined {
		return this.held;
	}

	drop(): void {
		this.dropped = this.held && new WeakRef(this.held);
		this.held = undefined;
	}
}
