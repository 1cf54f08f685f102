/** Set of name prefixes. They are grouped by first letter for fast lookup, because every frame is tested. */
export class Beginnings {
	private readonly byFirst: string[][] = [];

	/** @param all Prefixes. They must not be empty */
	constructor(all: readonly string[]) {
		for (const beginning of all) {
			const first = beginning.charCodeAt(0);
			this.byFirst[first] = [...(this.byFirst[first] ?? []), beginning];
		}
	}

	begin(name: string): boolean {
		const some = name === '' ? undefined : this.byFirst[name.charCodeAt(0)];
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
