import { damaged } from '../format/fault';

/** Number of bytes that a decoder copies between two yields. */
export const bytesPerYield = 256 * 1024;

export class Output {
	readonly bytes: Buffer;
	at = 0;

	constructor(length: number) {
		this.bytes = Buffer.alloc(length);
	}

	literal(from: Uint8Array, start: number, length: number): void {
		if (start + length > from.length || this.at + length > this.bytes.length) {
			throw damaged('compression');
		}
		this.bytes.set(from.subarray(start, start + length), this.at);
		this.at += length;
	}

	/** Copies bytes that begin `distance` bytes before the end of the output. Source and destination can overlap. */
	copy(distance: number, length: number): void {
		const { bytes } = this;
		if (distance === 0 || distance > this.at || this.at + length > bytes.length) {
			throw damaged('compression');
		}
		for (let done = 0; done < length; ) {
			const step = Math.min(distance + done, length - done);
			bytes.copyWithin(this.at + done, this.at - distance, this.at - distance + step);
			done += step;
		}
		this.at += length;
	}

	/** @throws ParquetError if the output is incomplete */
	finish(): Buffer {
		if (this.at !== this.bytes.length) {
			throw damaged('compression');
		}
		return this.bytes;
	}
}
