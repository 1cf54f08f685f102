import { randomBytes } from 'node:crypto';
import type { NativeBlock } from './nativeBlock';

/** Number of bytes in a hash, which consists of two 32-bit words. */
const hashBytes = 8;

/** Maximum share of occupied slots in the hash table. */
const maxFill = 0.7;

/** Numbers identical records 0, 1, 2 and so on. Hashes of 64 bits can collide, so the server verifies the numbers. */
export class CopyNumbers implements Disposable {
	private readonly seed = randomBytes(hashBytes);
	private readonly slots: number;
	private readonly low: Uint32Array;
	private readonly high: Uint32Array;
	/** For each slot, the number of further records with the same hash. Undefined until a hash occurs twice. */
	private counts: Uint32Array | undefined;
	private readonly hashes: number;

	/**
	 * @param records Maximum number of records
	 * @param recordsOfBatch Maximum number of records in a batch
	 */
	constructor(
		private readonly out: NativeBlock,
		records: number,
		private readonly recordsOfBatch: number,
	) {
		this.slots = 2 + Math.ceil(records / maxFill);
		this.low = new Uint32Array(this.slots);
		this.high = new Uint32Array(this.slots);
		this.hashes = out.instance.allocate(recordsOfBatch * hashBytes);
	}

	begin(rows: number): void {
		const { bytes } = this.out.instance;
		for (let row = 0; row < rows; row++) {
			bytes.set(this.seed, this.hashes + row * hashBytes);
		}
	}

	/**
	 * Adds the values of a column to the hashes. The values begin at `start`. If `width` is 0, they are strings of any
	 * length.
	 */
	add(start: number, width: number, rows: number): void {
		const { out, hashes } = this;
		out.reserve(hashBytes);
		out.instance.scanner.hashValues(out.start + start, width, rows, hashes);
	}

	write(rows: number): void {
		const { out, hashes } = this;
		out.reserve(rows * 4);
		const { words, view } = out.instance;
		for (let row = 0; row < rows; row++) {
			const place = hashes / 4 + row * 2;
			view.setUint32(out.at, this.next(words[place] ?? 0, words[place + 1] ?? 0), true);
			out.at += 4;
		}
	}

	[Symbol.dispose](): void {
		this.out.instance.release(this.hashes, this.recordsOfBatch * hashBytes);
	}

	private next(low: number, hashHigh: number): number {
		// The hash 0 marks an empty slot, so it is replaced by 1.
		const high = low === 0 && hashHigh === 0 ? 1 : hashHigh;
		const { slots } = this;
		for (let slot = Math.floor((low * slots) / 2 ** 32); ; slot = slot + 1 === slots ? 0 : slot + 1) {
			if (this.low[slot] === low && this.high[slot] === high) {
				this.counts ??= new Uint32Array(slots);
				const count = (this.counts[slot] ?? 0) + 1;
				this.counts[slot] = count;
				return count;
			}
			if (this.low[slot] === 0 && this.high[slot] === 0) {
				this.low[slot] = low;
				this.high[slot] = high;
				return 0;
			}
		}
	}
}
