/** A bound of statistics is cut to fewer (bytes); of what is longer no more is looked at. */
const lookedAt = 64;

/** The least and the greatest of some texts, as far as they are looked at, in the order of their bytes in UTF-8. */
export class TextBounds {
	private least: Buffer | undefined;
	private greatest: Buffer | undefined;

	get min(): Uint8Array | undefined {
		return this.least;
	}

	get max(): Uint8Array | undefined {
		return this.greatest;
	}

	add(bytes: Buffer, start: number, end: number): void {
		const to = Math.min(end, start + lookedAt);
		if (this.least === undefined || this.least.compare(bytes, start, to) > 0) {
			this.least = Buffer.from(bytes.subarray(start, to));
		}
		if (this.greatest === undefined || this.greatest.compare(bytes, start, to) < 0) {
			this.greatest = Buffer.from(bytes.subarray(start, to));
		}
	}
}

/** UTF-16 units; what is longer is measured before there is room made for it. */
const shortText = 4096;
const firstRoom = 65_536;
const bytesPerUnit = 3;
const lengthBytes = 4;

/** Texts one behind the other, each behind its length: the encoding PLAIN. */
export class TextPage {
	private room = Buffer.allocUnsafe(firstRoom);
	private used = 0;
	private texts = 0;

	constructor(private readonly bounds: TextBounds) {}

	get count(): number {
		return this.texts;
	}

	/** As they are until the next text is added. */
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
