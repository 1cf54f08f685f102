/** Of UTF-8. */
export const byteOrderMark = Buffer.from('\ufeff');

/** Finds the UTF-8 byte order mark at the start of a text that arrives in pieces of any size. */
export class ByteOrderMark {
	private matched = 0;
	private decided = false;

	/** Where the text begins: 3 after a whole mark, otherwise 0. */
	get length(): number {
		return this.matched === byteOrderMark.length ? byteOrderMark.length : 0;
	}

	/** The text began like a mark and went on otherwise, or ended there. */
	get isPartial(): boolean {
		return this.matched > 0 && this.matched < byteOrderMark.length;
	}

	/**
	 * How many bytes at the start of this chunk are the mark's. A beginning that turns out to be no mark is counted
	 * too: its bytes are neither quotes, separators nor white space, so a scanner misses nothing by not seeing them.
	 */
	skip(chunk: Uint8Array): number {
		let index = 0;
		while (!this.decided && index < chunk.length) {
			if (chunk[index] === byteOrderMark[this.matched]) {
				this.matched++;
				index++;
				this.decided = this.matched === byteOrderMark.length;
			} else {
				this.decided = true;
			}
		}
		return index;
	}
}
