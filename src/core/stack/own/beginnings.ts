/** Beginnings of names, told by the first letter which of them there may be: every frame of every trace is asked about. */
export class Beginnings {
	private readonly byFirst = new Map<number, readonly string[]>();

	/** @param all None of them empty. */
	constructor(all: readonly string[]) {
		for (const beginning of all) {
			const first = beginning.charCodeAt(0);
			this.byFirst.set(first, [...(this.byFirst.get(first) ?? []), beginning]);
		}
	}

	/** Whether one of them is how a name begins. */
	begin(name: string): boolean {
		const some = name === '' ? undefined : this.byFirst.get(name.charCodeAt(0));
		if (some) {
			for (const beginning of some) {
				if (name.startsWith(beginning)) {
					return true;
				}
			}
		}
		return false;
	}
}
