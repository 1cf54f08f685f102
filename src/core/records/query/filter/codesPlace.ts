import { ScannerInstance } from '../../../scan/scannerInstance';
import { maxCodes } from '../../table/dictionary';
import type { CodesInPlace } from '../../table/table';

/** Size of the buffer in bytes. It fits into the CPU caches and is a multiple of all block sizes. */
const roomBytes = 128 * 1024;

export const placesAtOnce = 16 * 1024;

const chosenBytes = 16;

/** Number of bits to reserve after the last value. The WebAssembly module may write one word past the end. */
const wordBits = 64;

export class CodesPlace {
	private readonly instance = new ScannerInstance();
	private readonly room = this.instance.allocate(roomBytes);
	private readonly among = this.instance.allocate(maxCodes / 8);
	/** One byte per code, for columns with fewer than 8 bits per code. The byte is 0xff if the code is selected. */
	private readonly chosen = this.instance.allocate(chosenBytes);
	private readonly output = this.instance.allocate(4 * placesAtOnce);
	private capacity = 0;
	private matchingBits = 0;
	private found = 0;
	private records = 0;

	begin(records: number): void {
		const { instance } = this;
		const needed = Math.ceil(records / wordBits) * (wordBits / 8);
		if (needed > this.capacity) {
			if (this.capacity > 0) {
				instance.release(this.matchingBits, this.capacity);
				instance.release(this.found, this.capacity);
			}
			this.capacity = needed;
			this.matchingBits = instance.allocate(needed);
			this.found = instance.allocate(needed);
		}
		this.records = records;
		this.bits.fill(0);
	}

	addFirst(records: number): void {
		const { bits } = this;
		const whole = records >>> 5;
		bits.fill(0xffff_ffff, 0, whole);
		if ((records & 31) !== 0) {
			bits[whole] = 2 ** (records & 31) - 1;
		}
	}

	/** One bit per record, starting with the lowest bit of the first word. Unused bits are 0. */
	get bits(): Uint32Array {
		const { instance, matchingBits, words } = this;
		return instance.words.subarray(matchingBits / 4, matchingBits / 4 + 2 * words);
	}

	/** Deselects records whose code has the mask value 0. Returns the number of records that are still selected. */
	keepCodes(codes: CodesInPlace, mask: Uint8Array): number {
		const { instance, room, among, chosen, found } = this;
		const { bytes, scanner } = instance;
		const only = mask.indexOf(1);
		const isOne = mask.indexOf(1, only + 1) === -1;
		bytes.fill(0, among, among + Math.max(32, Math.ceil(mask.length / 8)));
		for (let code = 0; code < mask.length; code++) {
			const at = among + (code >> 3);
			bytes[at] = (bytes[at] ?? 0) | ((mask[code] ?? 0) << (code & 7));
		}
		for (let code = 0; code < chosenBytes; code++) {
			bytes[chosen + code] = mask[code] === 1 ? 0xff : 0;
		}
		codes.read(bytes.subarray(room, room + roomBytes), (first, count, bits) => {
			const at = found + first / 8;
			if (bits < 8) {
				scanner.packedCodesAmong(room, count, bits, chosen, at);
			} else if (isOne) {
				scanner.codesEqual(room, count, bits / 8, only, at);
			} else if (bits === 8) {
				scanner.byteCodesAmong(room, count, among, at);
			} else {
				scanner.wordCodesAmong(room, count, among, at);
			}
		});
		return scanner.keepBoth(this.matchingBits, found, this.words);
	}

	/**
	 * Returns the record numbers of up to `placesAtOnce` records from `from` that match. `from` must be a multiple of
	 * `placesAtOnce`. The next call overwrites the result.
	 */
	placesFrom(from: number, first: number): Uint32Array {
		const { instance, matchingBits, output, words } = this;
		const word = from / wordBits;
		const count = instance.scanner.placesOfBits(
			matchingBits + 8 * word,
			Math.min(placesAtOnce / wordBits, words - word),
			first + from,
			output,
		);
		return instance.words.subarray(output / 4, output / 4 + count);
	}

	private get words(): number {
		return Math.ceil(this.records / wordBits);
	}
}
