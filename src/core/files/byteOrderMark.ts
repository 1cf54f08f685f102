export const byteOrderMark = Buffer.from('\ufeff');

export class ByteOrderMark {
	private matched = 0;
	private decided = false;

	/** Length of the byte order mark: 3 if it is complete, otherwise 0. */
	get length(): number {
		return this.matched === byteOrderMark.length ? byteOrderMark.length : 0;
	}

	get isPartial(): boolean {
		return this.matched > 0 && this.matched < byteOrderMark.length;
	}

	/**
	 * Returns the offset after the bytes of the byte order mark. An incomplete mark is skipped too, because its bytes are
	 * never quotes, separators, or white space.
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
