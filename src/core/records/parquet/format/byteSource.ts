import { damaged } from './fault';

export interface ByteSource {
	readonly length: number;
	read(offset: number, length: number): Promise<Buffer>;
}

/** @throws ParquetError if the file doesn't contain the range */
export async function readBytes(source: ByteSource, offset: number, length: number): Promise<Buffer> {
	if (!(offset >= 0 && length >= 0 && offset + length <= source.length)) {
		throw damaged('range');
	}
	const bytes = await source.read(offset, length);
	if (bytes.length < length) {
		throw damaged('shortened');
	}
	return bytes;
}
