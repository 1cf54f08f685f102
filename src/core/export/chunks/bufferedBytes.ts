/** Buffer for an incomplete record at the end of the received text. Each record is buffered in linear time. */
export class HeldBytes {
	private memory: Buffer = Buffer.alloc(0);
	private length = 0;

	get bytes(): Buffer {
		return this.memory.subarray(0, this.length);
	}

	push(bytes: Uint8Array): void {
		const length = this.length + bytes.length;
		if (length > this.memory.length) {
			const larger = Buffer.allocUnsafeSlow(Math.max(length, 2 * this.memory.length));
			larger.set(this.bytes);
			this.memory = larger;
		}
		this.memory.set(bytes, this.length);
		this.length = length;
	}

	drop(start: number): void {
		if (start > 0) {
			this.memory.copyWithin(0, start, this.length);
			this.length -= start;
		}
	}
}
