/** Something of the product that reads texts which it did not write. */
export interface Reader {
	readonly name: string;
	/** Its steps, where it works in steps; it has done all otherwise. */
	readonly read: (text: string) => unknown;
}
