/** Reads bit-packed numbers, least significant bit first. Missing bits count as 0, because writers may omit padding. */
export class BitReader {
	private bit = 0;

	constructor(
		private readonly bytes: Uint8Array,
		public at: number,
		readonly end: number,
	) {}

	/** @param width Number of bits, at most 48. */
	read(width: number): number {
		let value = 0;
		for (let got = 0; got < width; ) {
			const bits = Math.min(8 - this.bit, width - got);
			const byte = this.at < this.end ? (this.bytes[this.at] ?? 0) : 0;
			value += ((byte >> this.bit) & ((1 << bits) - 1)) * 2 ** got;
			got += bits;
			this.bit += bits;
			if (this.bit === 8) {
				this.bit = 0;
				this.at++;
			}
		}
		return value;
	}

	moveTo(at: number): void {
		this.at = at;
		this.bit = 0;
	}
}
