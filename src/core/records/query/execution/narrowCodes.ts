const narrow = 2 ** 16;

/** Stores a code for each record, initially 0. Codes have two bytes until a code needs four bytes. */
export class NarrowCodes {
	values: Uint16Array | Uint32Array;

	constructor(records: number) {
		this.values = new Uint16Array(records);
	}

	set(record: number, code: number): void {
		if (code >= narrow && this.values instanceof Uint16Array) {
			this.values = new Uint32Array(this.values);
		}
		this.values[record] = code;
	}
}
