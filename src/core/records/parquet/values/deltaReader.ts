import { damaged, unsupported } from '../format/fault';
import { BitReader } from './bitReader';
import type { RawValue, ValueReader } from './plainReader';
import { readVarint, readZigzag } from './varint';

/** Maximum number of values in a block. Writers use 128 values or slightly more. */
const maxBlock = 65_536;

/** Maximum number of delta-encoded lengths in a page. All lengths of a page are in memory at the same time. */
const maxTexts = 4_000_000;

/** Maximum number of bits to read in one step. Wider numbers are read in two steps. */
const wide = 32;

/** Reads integers with the encoding `DELTA_BINARY_PACKED`. */
class DeltaReader implements ValueReader<bigint> {
	readonly count: number;
	private readonly bits: BitReader;
	private readonly perMiniblock: number;
	private readonly widths: Uint8Array;
	private value: bigint;
	private least = 0n;
	private read = 0;
	private miniblock: number;
	private left = 0;
	private width = 0;
	private miniblockEnd: number;

	constructor(
		private readonly bytes: Uint8Array,
		at: number,
		private readonly valueBits: 32 | 64,
	) {
		const bits = new BitReader(bytes, at, bytes.length);
		const block = Number(readVarint(bytes, bits));
		const miniblocks = Number(readVarint(bytes, bits));
		this.count = Number(readVarint(bytes, bits));
		this.value = readZigzag(bytes, bits);
		this.perMiniblock = block / miniblocks;
		if (!(block > 0 && block <= maxBlock && this.perMiniblock % 8 === 0)) {
			throw damaged('delta');
		}
		this.bits = bits;
		this.widths = new Uint8Array(miniblocks);
		this.miniblock = miniblocks;
		this.miniblockEnd = bits.at;
	}

	/** End offset of the values that were read, including the padding of the miniblock. */
	get end(): number {
		return this.miniblockEnd;
	}

	next(): bigint {
		if (this.read > 0) {
			if (this.left === 0) {
				this.begin();
			}
			this.left--;
			this.value = BigInt.asIntN(this.valueBits, this.value + this.least + this.delta());
		}
		this.read++;
		return this.value;
	}

	private begin(): void {
		const { bits, bytes, widths } = this;
		bits.moveTo(this.miniblockEnd);
		if (this.miniblock === widths.length) {
			this.least = readZigzag(bytes, bits);
			widths.set(bytes.subarray(bits.at, bits.at + widths.length));
			bits.moveTo(bits.at + widths.length);
			this.miniblock = 0;
		}
		this.width = widths[this.miniblock++] ?? 0;
		this.left = this.perMiniblock;
		this.miniblockEnd = bits.at + (this.perMiniblock * this.width) / 8;
		if (this.width > 64 || bits.at > bytes.length) {
			throw damaged('delta');
		}
	}

	private delta(): bigint {
		const { bits, width } = this;
		const low = BigInt(bits.read(Math.min(width, wide)));
		return width > wide ? low | (BigInt(bits.read(width - wide)) << BigInt(wide)) : low;
	}
}

export function deltaIntegers(bytes: Uint8Array, at: number, type: string | undefined): ValueReader<RawValue> {
	if (type === 'INT64') {
		return new DeltaReader(bytes, at, 64);
	}
	const reader = new DeltaReader(bytes, at, 32);
	return { next: () => Number(reader.next()) };
}

/** Reads strings with the encoding `DELTA_LENGTH_BYTE_ARRAY` or, with shared prefixes, `DELTA_BYTE_ARRAY`. */
export class DeltaTexts implements ValueReader<Uint8Array> {
	private readonly prefixes: Int32Array | undefined;
	private readonly lengths: Int32Array;
	private index = 0;
	private at: number;
	private last: Uint8Array = new Uint8Array();

	constructor(
		private readonly bytes: Buffer,
		start: number,
		hasPrefixes: boolean,
	) {
		const prefixes = hasPrefixes ? readLengths(bytes, start) : undefined;
		const lengths = readLengths(bytes, prefixes?.end ?? start);
		this.prefixes = prefixes?.lengths;
		this.lengths = lengths.lengths;
		this.at = lengths.end;
	}

	next(): Uint8Array {
		const length = this.lengths[this.index] ?? -1;
		const shared = this.prefixes ? (this.prefixes[this.index] ?? -1) : 0;
		if (length < 0 || shared < 0 || shared > this.last.length || this.at + length > this.bytes.length) {
			throw damaged('texts');
		}
		const rest = this.bytes.subarray(this.at, this.at + length);
		this.index++;
		this.at += length;
		if (length > 0 || shared < this.last.length) {
			this.last = shared === 0 ? rest : Buffer.concat([this.last.subarray(0, shared), rest]);
		}
		return this.last;
	}
}

function readLengths(bytes: Uint8Array, at: number): { readonly lengths: Int32Array; readonly end: number } {
	const reader = new DeltaReader(bytes, at, 32);
	if (reader.count > maxTexts) {
		throw unsupported('page size');
	}
	const lengths = new Int32Array(reader.count);
	for (let index = 0; index < lengths.length; index++) {
		lengths[index] = Number(reader.next());
	}
	return { lengths, end: reader.end };
}
