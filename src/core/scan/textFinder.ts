import { Machine } from './machine';

/** Bytes that are searched at once: they stay in the nearer caches. */
const roomBytes = 256 * 1024;

/** Bytes of the longest text that can be looked for: what others have that is nearly the same takes that many times as long. */
export const mostFound = 256;

/** The bit in which the cases of an ASCII letter differ. */
const caseBit = 0x20;

/** What texts, logs and traces are mostly made of, most of it first. */
const common = ' eatonirslcdm.pu01hg2:()ybfvkw3456789\tx_,-/$jzq';

/** Finds one text after another in bytes; see `wasm/find.ts`. One is used for one search at a time. */
export class TextFinder {
	private readonly machine = new Machine();
	private readonly room = this.machine.allocate(roomBytes);
	/** Address of the text. */
	private readonly needle = this.machine.allocate(mostFound);
	/** Of a byte for each of the text's: the bits in which others may differ from it. */
	private readonly ignored = this.machine.allocate(mostFound);
	private text = '';
	private length = 0;
	/** Rare bytes of the text. */
	private first = 0;
	private second = 0;
	private bytes: Uint8Array = new Uint8Array(0);
	/** Which of the bytes are in the room. */
	private start = 0;
	private end = 0;

	/**
	 * @param text What is looked for from now on: one character to `mostFound` bytes. Letters of ASCII, which must be lower
	 * ones, are found in either case.
	 */
	begin(text: string): void {
		if (text === this.text) {
			return;
		}
		const { machine } = this;
		this.text = text;
		const needle = Buffer.from(text);
		this.length = needle.length;
		machine.bytes.set(needle, this.needle);
		const isLetter = (byte: number) => byte >= 0x61 && byte <= 0x7a;
		machine.bytes.set(
			needle.map((byte) => (isLetter(byte) ? caseBit : 0)),
			this.ignored,
		);
		const places = [...needle.keys()].sort((a, b) => rarity(needle[b]) - rarity(needle[a]));
		this.first = places[0] ?? 0;
		this.second = places[1] ?? this.first;
	}

	/** The bytes that `next` looks at, which must stay as they are meanwhile. */
	take(bytes: Uint8Array): void {
		this.bytes = bytes;
		this.start = 0;
		this.end = 0;
	}

	/** The first place from one on where the text is; undefined where there is none. */
	next(from: number): number | undefined {
		const { bytes, length, machine } = this;
		for (let at = from; at + length <= bytes.length; at = this.end - length + 1) {
			if (at < this.start || at + length > this.end) {
				this.start = at;
				this.end = Math.min(bytes.length, at + roomBytes);
				machine.bytes.set(bytes.subarray(at, this.end), this.room);
			}
			const to = this.end - this.start;
			const found = machine.scanner.findText(
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
