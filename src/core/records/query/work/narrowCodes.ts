/** Half of the memory is enough for so many codes. */
const narrow = 2 ** 16;

/** A code for each record, 0 at first, in two bytes each as long as all codes fit. */
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
