import { promisify } from 'node:util';
import zlib from 'node:zlib';
import type { CompressionCodec } from 'hyparquet';
import type { Scheduler } from '../../../common/scheduler';
import { damaged, unsupported } from '../format/fault';
import { decodeFramedLz4, decodeLz4 } from './lz4';
import { decodeSnappy } from './snappy';

type Decompress = (input: Buffer, options: { readonly maxOutputLength: number }) => Promise<Buffer>;

/** Codecs that run in Node's thread pool. */
const native: Partial<Record<CompressionCodec, Decompress>> = {
	GZIP: promisify<Buffer, zlib.ZlibOptions, Buffer>(zlib.gunzip),
	BROTLI: promisify<Buffer, zlib.BrotliOptions, Buffer>(zlib.brotliDecompress),
	ZSTD: promisify<Buffer, zlib.ZstdOptions, Buffer>(zlib.zstdDecompress),
};

const own = { SNAPPY: decodeSnappy, LZ4_RAW: decodeLz4, LZ4: decodeFramedLz4 };

/** Decompresses a page to exactly `length` bytes. Longer output is rejected without allocating more memory. */
export async function decompress(
	codec: CompressionCodec,
	input: Buffer,
	length: number,
	scheduler: Scheduler,
): Promise<Buffer> {
	if (codec === 'UNCOMPRESSED') {
		return exactly(input, length);
	}
	if (length === 0) {
		return Buffer.alloc(0);
	}
	if (codec === 'SNAPPY' || codec === 'LZ4' || codec === 'LZ4_RAW') {
		return (await scheduler.run(own[codec](input, length))).result;
	}
	const run = native[codec];
	if (!run) {
		throw unsupported(String(codec));
	}
	const output = await run(input, { maxOutputLength: length }).catch(() => {
		throw damaged('compression');
	});
	return exactly(output, length);
}

function exactly(bytes: Buffer, length: number): Buffer {
	if (bytes.length !== length) {
		throw damaged('page size');
	}
	return bytes;
}
