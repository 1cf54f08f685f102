interface RowPart {
	readonly element: HTMLElement;
}

/** Keeps elements in key order for screen readers. Moves elements only if necessary, because moving loses the focus. */
export class Recycler<K, P extends RowPart> {
	private parts = new Map<K, P>();
	private readonly spare: P[] = [];

	constructor(
		private readonly parent: HTMLElement,
		private readonly make: (key: K) => P,
	) {}

	get(key: K): P | undefined {
		return this.parts.get(key);
	}

	entries(): Iterable<[K, P]> {
		return this.parts;
	}

	arrange(keys: readonly K[]): void {
		const wanted = new Set(keys);
		const free = new Map<Element, P>();
		for (const [key, part] of this.parts) {
			if (!wanted.has(key)) {
				free.set(part.element, part);
			}
		}
		const arranged = new Map<K, P>();
		let next = this.parent.firstElementChild;
		for (const key of keys) {
			const cached = this.parts.get(key);
			if (cached) {
				while (next && free.has(next)) {
					next = next.nextElementSibling;
				}
			}
			const part = cached ?? this.takeFree(free, next) ?? this.spare.pop() ?? this.make(key);
			if (part.element === next) {
				next = next.nextElementSibling;
			} else {
				this.parent.insertBefore(part.element, next);
			}
			arranged.set(key, part);
		}
		for (const part of free.values()) {
			part.element.remove();
			this.spare.push(part);
		}
		this.parts = arranged;
	}

	private takeFree(free: Map<Element, P>, preferred: Element | null): P | undefined {
		const part = (preferred && free.get(preferred)) ?? free.values().next().value;
		if (part) {
			free.delete(part.element);
		}
		return part;
	}
}
