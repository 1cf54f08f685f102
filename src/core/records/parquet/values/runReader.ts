import { damaged } from '../format/fault';
import { BitReader } from './bitReader';
import { readVarint } from './varint';

const maxWidth = 32;

/** Reads integers, such as levels and dictionary codes, in Parquet's hybrid of run-length encoding and bit packing. */
export class RunReader {
	private readonly bits: BitReader;
	private left = 0;
	private value = 0;
	private isPacked = false;

	constructor(
		private readonly bytes: Uint8Array,
		at: number,
		end: number,
		private readonly width: number,
	) {
		if (at > end || end > bytes.length || width > maxWidth) {
			throw damaged('levels');
		}
		this.bits = new BitReader(bytes, at, end);
	}

	next(): number {
		if (this.width === 0) {
			return 0;
		}
		while (this.left === 0) {
			this.begin();
		}
		this.left--;
		return this.isPacked ? this.bits.read(this.width) : this.value;
	}

	private begin(): void {
		const { bits, width } = this;
		const head = Number(readVarint(this.bytes, bits));
		this.isPacked = head % 2 === 1;
		this.left = Math.floor(head / 2) * (this.isPacked ? 8 : 1);
		if (!this.isPacked) {
			this.value = bits.read(8 * Math.ceil(width / 8));
		}
	}
}

export function levelBits(max: number): number {
	return 32 - Math.clz32(max);
}
