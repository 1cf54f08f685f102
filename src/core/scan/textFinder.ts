import { ScannerInstance } from './scannerInstance';

/** Number of bytes to search at once, which fit into the L1 and L2 caches. */
const roomBytes = 256 * 1024;

/** Maximum length of the search text, in bytes. In the worst case, near matches slow down the search by this factor. */
export const mostFound = 256;

/** Bit in which the upper and lower case of an ASCII letter differ. */
const caseBit = 0x20;

/** Frequent characters in messages, logs, and stack traces, most frequent first. */
const common = ' eatonirslcdm.pu01hg2:()ybfvkw3456789\tx_,-/$jzq';

/** Finds occurrences of a string in bytes (see `wasm/find.ts`). An instance supports one search at a time. */
export class TextFinder {
	private readonly instance = new ScannerInstance();
	private readonly room = this.instance.allocate(roomBytes);
	private readonly needle = this.instance.allocate(mostFound);
	/**
	 * Address of a mask with one byte for each byte of the search text. Bits of the mask that are set are ignored in
	 * comparisons.
	 */
	private readonly ignored = this.instance.allocate(mostFound);
	private text = '';
	private length = 0;
	private first = 0;
	private second = 0;
	private bytes: Uint8Array = new Uint8Array(0);
	private start = 0;
	private end = 0;

	/** @param text Search text of 1 to `mostFound` bytes. ASCII letters must be in lower case and match in either case */
	begin(text: string): void {
		if (text === this.text) {
			return;
		}
		const { instance } = this;
		this.text = text;
		const needle = Buffer.from(text);
		this.length = needle.length;
		instance.bytes.set(needle, this.needle);
		const isLetter = (byte: number) => byte >= 0x61 && byte <= 0x7a;
		instance.bytes.set(
			needle.map((byte) => (isLetter(byte) ? caseBit : 0)),
			this.ignored,
		);
		const places = [...needle.keys()].sort((a, b) => rarity(needle[b]) - rarity(needle[a]));
		this.first = places[0] ?? 0;
		this.second = places[1] ?? this.first;
	}

	take(bytes: Uint8Array): void {
		this.bytes = bytes;
		this.start = 0;
		this.end = 0;
	}

	next(from: number): number | undefined {
		const { bytes, length, instance } = this;
		for (let at = from; at + length <= bytes.length; at = this.end - length + 1) {
			if (at < this.start || at + length > this.end) {
				this.start = at;
				this.end = Math.min(bytes.length, at + roomBytes);
				instance.bytes.set(bytes.subarray(at, this.end), this.room);
			}
			const to = this.end - this.start;
			const found = instance.scanner.findText(
				this.room,
				at - this.start,
				to,
				this.needle,
				this.ignored,
				length,
				this.first,
				this.second,
			);
			if (found < to) {
				return this.start + found;
			}
		}
		return undefined;
	}
}

function rarity(byte = 0): number {
	const place = common.indexOf(String.fromCharCode(byte));
	return place === -1 ? common.length : place;
}
