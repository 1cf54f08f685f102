/** Beginnings of names, told by the first letter which of them there may be: every frame of every trace is asked about. */
export class Beginnings {
	private readonly byFirst: string[][] = [];

	/** @param all None of them empty. */
	constructor(all: readonly string[]) {
		for (const beginning of all) {
			const first = beginning.charCodeAt(0);
			this.byFirst[first] = [...(this.byFirst[first] ?? []), beginning];
		}
	}

	/** Whether one of them is how a name begins. */
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
