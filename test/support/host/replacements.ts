export class Replacements {
	private readonly undo: (() => void)[] = [];

	/** Replaces a member of an object. `fake` is not type-checked, because the types of overloads can't be expressed. */
	replace<T extends object>(target: T, member: keyof T, fake: unknown): void {
		const own = Object.getOwnPropertyDescriptor(target, member);
		Object.defineProperty(target, member, { configurable: true, enumerable: true, writable: true, value: fake });
		this.undo.push(() => {
			if (own) {
				Object.defineProperty(target, member, own);
			} else {
				Reflect.deleteProperty(target, member);
			}
		});
	}

	dispose(): void {
		for (const undo of this.undo.splice(0).reverse()) {
			undo();
		}
	}
}
