/** Members of the editor's own objects, put in place of the real ones until the end. */
export class Replacements {
	private readonly undo: (() => void)[] = [];

	/**
	 * The fake is not held to the member's whole type: overloads and type parameters cannot be written down for it.
	 * The editor leaves `window` and, under test, `env` open to this.
	 */
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
