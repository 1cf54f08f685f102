/** Number of bytes of each value to compare for statistics. The minimum and maximum are shortened further. */
const inspectedBytes = 64;

/** Values of a page with the encoding `PLAIN`. */
export interface ValuePage {
	readonly count: number;
	readonly bytes: Uint8Array;
	add(text: string): void;
	clear(): void;
}

export interface Bounds {
	readonly min: Uint8Array | undefined;
	readonly max: Uint8Array | undefined;
}

/** Finds the minimum and maximum in UTF-8 byte order. Compares only the beginning of each value. */
export class TextBounds implements Bounds {
	private least: Buffer | undefined;
	private greatest: Buffer | undefined;

	get min(): Uint8Array | undefined {
		return this.least;
	}

	get max(): Uint8Array | undefined {
		return this.greatest;
	}

	add(bytes: Buffer, start: number, end: number): void {
		const to = Math.min(end, start + inspectedBytes);
		if (this.least === undefined || this.least.compare(bytes, start, to) > 0) {
			this.least = Buffer.from(bytes.subarray(start, to));
		}
		if (this.greatest === undefined || this.greatest.compare(bytes, start, to) < 0) {
			this.greatest = Buffer.from(bytes.subarray(start, to));
		}
	}
}

/** Maximum length of text, in UTF-16 code units, for which memory is reserved without measuring the text. */
const shortText = 4096;
const firstRoom = 65_536;
const bytesPerUnit = 3;
const lengthBytes = 4;

export class TextPage implements ValuePage {
	private room = Buffer.allocUnsafe(firstRoom);
	private used = 0;
	private texts = 0;

	constructor(private readonly bounds: TextBounds) {}

	get count(): number {
		return this.texts;
	}

	get bytes(): Uint8Array {
		return this.room.subarray(0, this.used);
	}

	add(text: string): void {
		const most = text.length <= shortText ? bytesPerUnit * text.length : Buffer.byteLength(text);
		this.makeRoom(lengthBytes + most);
		const start = this.used + lengthBytes;
		const length = this.room.write(text, start);
		this.room.writeUInt32LE(length, this.used);
		this.used = start + length;
		this.texts++;
		this.bounds.add(this.room, start, this.used);
	}

	clear(): void {
		this.used = 0;
		this.texts = 0;
	}

	private makeRoom(more: number): void {
		if (this.used + more > this.room.length) {
			const room = Buffer.allocUnsafe(Math.max(this.used + more, 2 * this.room.length));
			this.room.copy(room, 0, 0, this.used);
			this.room = room;
		}
	}
}
