import { damaged, unsupported } from '../format/fault';
import { type PhysicalType, type RawValue, readFixed, type ValueReader, valueBytes } from './plainReader';

/** Reads values in the encoding `BYTE_STREAM_SPLIT`: the first bytes of all values, then all second bytes, etc. */
export class SplitReader implements ValueReader<RawValue> {
	private readonly width: number;
	private readonly count: number;
	private index = 0;

	constructor(
		private readonly bytes: Buffer,
		private readonly start: number,
		private readonly type: PhysicalType,
	) {
		const width = valueBytes(type);
		if (width === undefined) {
			throw unsupported('BYTE_STREAM_SPLIT');
		}
		this.width = width;
		this.count = Math.floor((bytes.length - start) / width);
	}

	next(): RawValue {
		if (this.index >= this.count) {
			throw damaged('values');
		}
		const value = Buffer.alloc(this.width);
		for (let byte = 0; byte < this.width; byte++) {
			value[byte] = this.bytes[this.start + byte * this.count + this.index] ?? 0;
		}
		this.index++;
		return readFixed(value, 0, this.type, this.width);
	}
}
