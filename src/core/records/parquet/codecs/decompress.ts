import { promisify } from 'node:util';
import zlib from 'node:zlib';
import type { CompressionCodec } from 'hyparquet';
import type { CooperativeTask } from '../../../common/cooperativeTask';
import type { Scheduler } from '../../../common/scheduler';
import { damaged, unsupported } from '../format/fault';
import { readVarint } from '../values/varint';
import { bytesPerYield, Output } from './copyBack';
import { decodeFramedLz4, decodeLz4 } from './lz4';

type Decompress = (input: Buffer, options: { readonly maxOutputLength: number }) => Promise<Buffer>;

const native: Partial<Record<CompressionCodec, Decompress>> = {
	GZIP: promisify<Buffer, zlib.ZlibOptions, Buffer>(zlib.gunzip),
	BROTLI: promisify<Buffer, zlib.BrotliOptions, Buffer>(zlib.brotliDecompress),
	ZSTD: promisify<Buffer, zlib.ZstdOptions, Buffer>(zlib.zstdDecompress),
};

const own = { SNAPPY: decodeSnappy, LZ4_RAW: decodeLz4, LZ4: decodeFramedLz4 };

/** Decompresses a page to exactly `length` bytes. Memory is never allocated for a longer result. */
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

/** Element types in the lowest two bits of a tag (https://github.com/google/snappy, `format_description.txt`). */
const kinds = { literal: 0, near: 1, far: 2 };

/**
 * The tag of a literal contains the length of the literal if the length doesn't exceed this value. Otherwise, the tag
 * contains the number of bytes that encode the length.
 */
const shortLiteral = 60;

function* decodeSnappy(input: Buffer, length: number): CooperativeTask<Buffer> {
	const position = { at: 0, end: input.length };
	if (Number(readVarint(input, position)) !== length) {
		throw damaged('compression');
	}
	const output = new Output(length);
	let yieldAt = bytesPerYield;
	for (let { at } = position; at < input.length; ) {
		const tag = input[at++] ?? 0;
		const kind = tag & 3;
		const high = tag >> 2;
		if (kind === kinds.literal) {
			const extra = Math.max(0, high + 1 - shortLiteral);
			const size = 1 + (extra === 0 ? high : little(input, at, extra));
			at += extra;
			output.literal(input, at, size);
			at += size;
		} else if (kind === kinds.near) {
			output.copy(((tag >> 5) << 8) | little(input, at, 1), 4 + (high & 7));
			at++;
		} else {
			const bytes = kind === kinds.far ? 2 : 4;
			output.copy(little(input, at, bytes), high + 1);
			at += bytes;
		}
		if (output.at >= yieldAt) {
			yieldAt = output.at + bytesPerYield;
			yield;
		}
	}
	return output.finish();
}

function little(input: Buffer, at: number, bytes: number): number {
	if (at + bytes > input.length) {
		throw damaged('compression');
	}
	return input.readUIntLE(at, bytes);
}
