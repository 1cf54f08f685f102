import { Machine } from '../../../scan/machine';
import { maxCodes } from '../../table/dictionary';
import type { CodesInPlace } from '../../table/table';

/** So much stays in the nearer caches while it is read, checked and looked at. A multiple of all blocks. */
const roomBytes = 128 * 1024;

/** Records whose places are told at a time: a short step, and little memory. */
export const placesAtOnce = 16 * 1024;

/** As many as there can be codes of four bits. */
const chosenBytes = 16;

/** Bits are taken in words of so many, and a block of the machine may write as many more. */
const wordBits = 64;

/** The memory in which codes of a piece of a column are looked at, and a bit for each of its records that is kept. */
export class CodesPlace {
	private readonly machine = new Machine();
	private readonly room = this.machine.allocate(roomBytes);
	private readonly among = this.machine.allocate(maxCodes / 8);
	/** A byte for each code, of codes of less than a byte. */
	private readonly chosen = this.machine.allocate(chosenBytes);
	private readonly told = this.machine.allocate(4 * placesAtOnce);
	private capacity = 0;
	private kept = 0;
	private found = 0;
	private records = 0;

	/** Another piece of so many records, of which none is kept. */
	begin(records: number): void {
		const { machine } = this;
		const needed = Math.ceil(records / wordBits) * (wordBits / 8);
		if (needed > this.capacity) {
			if (this.capacity > 0) {
				machine.release(this.kept, this.capacity);
				machine.release(this.found, this.capacity);
			}
			this.capacity = needed;
			this.kept = machine.allocate(needed);
			this.found = machine.allocate(needed);
		}
		this.records = records;
		this.bits.fill(0);
	}

	/** Keeps the first so many records. */
	addFirst(records: number): void {
		const { bits } = this;
		const whole = records >>> 5;
		bits.fill(0xffff_ffff, 0, whole);
		if ((records & 31) !== 0) {
			bits[whole] = 2 ** (records & 31) - 1;
		}
	}

	/** A bit for each record, the lowest of a word first; those behind the last one are 0. */
	get bits(): Uint32Array {
		const { machine, kept, words } = this;
		return machine.words.subarray(kept / 4, kept / 4 + 2 * words);
	}

	/** Keeps those whose code has a 1 in the mask. @returns how many */
	keepCodes(codes: CodesInPlace, mask: Uint8Array): number {
		const { machine, room, among, chosen, found } = this;
		const { bytes, scanner } = machine;
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
		return scanner.keepBoth(this.kept, found, this.words);
	}

	/** Numbers of the kept ones among some records; good until the next. @param from A multiple of `placesAtOnce`. @param first Number of the first record of the piece. */
	placesFrom(from: number, first: number): Uint32Array {
		const { machine, kept, told, words } = this;
		const word = from / wordBits;
		const count = machine.scanner.placesOfBits(
			kept + 8 * word,
			Math.min(placesAtOnce / wordBits, words - word),
			first + from,
			told,
		);
		return machine.words.subarray(told / 4, told / 4 + count);
	}

	private get words(): number {
		return Math.ceil(this.records / wordBits);
	}
}
