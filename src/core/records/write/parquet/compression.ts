import { promisify } from 'node:util';
import zlib from 'node:zlib';
import type { CompressionCodec } from 'hyparquet';

/** What there is of `node:zlib`. */
interface Zlib extends Pick<typeof zlib, 'gzip'> {
	readonly zstdCompress?: typeof zlib.zstdCompress;
}

/** How pages are compressed: in threads of Node's own, so that nothing waits for it but the file. */
export interface Compression {
	readonly codec: CompressionCodec;
	compress(bytes: Uint8Array): Promise<Uint8Array>;
}

/** The level that zstd has where none is said. */
const zstdLevel = 3;

/** Node has zstd since 22.15; where it is missed, pages are compressed as gzip does. */
export function pageCompression({ zstdCompress, gzip }: Zlib = zlib): Compression {
	if (zstdCompress === undefined) {
		return { codec: 'GZIP', compress: promisify<Uint8Array, Uint8Array>(gzip) };
	}
	const compress = promisify<Uint8Array, zlib.ZstdOptions, Uint8Array>(zstdCompress);
	const params = { [zlib.constants.ZSTD_c_compressionLevel]: zstdLevel };
	return { codec: 'ZSTD', compress: (bytes) => compress(bytes, { params, pledgedSrcSize: bytes.length }) };
}
