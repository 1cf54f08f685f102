const narrow = 2 ** 16;

/** One code per record, initially 0. All codes have two bytes until a code needs four. */
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
