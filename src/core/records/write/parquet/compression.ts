import { promisify } from 'node:util';
import zlib from 'node:zlib';
import type { CompressionCodec } from 'hyparquet';

interface Zlib extends Pick<typeof zlib, 'gzip'> {
	readonly zstdCompress?: typeof zlib.zstdCompress;
}

/** Compresses pages in Node's thread pool, so that other work can continue in the meantime. */
export interface Compression {
	readonly codec: CompressionCodec;
	compress(bytes: Uint8Array): Promise<Uint8Array>;
}

const zstdLevel = 3;

/** Returns zstd if available (Node 22.15 or later), otherwise gzip. */
export function pageCompression({ zstdCompress, gzip }: Zlib = zlib): Compression {
	if (zstdCompress === undefined) {
		return { codec: 'GZIP', compress: promisify<Uint8Array, Uint8Array>(gzip) };
	}
	const compress = promisify<Uint8Array, zlib.ZstdOptions, Uint8Array>(zstdCompress);
	const params = { [zlib.constants.ZSTD_c_compressionLevel]: zstdLevel };
	return { codec: 'ZSTD', compress: (bytes) => compress(bytes, { params, pledgedSrcSize: bytes.length }) };
}
