import { extname } from 'node:path';
import { Readable, type Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import zlib from 'node:zlib';
import type { Packing } from '../../../shared/results';
import { AppError, type Problem } from '../../common/errors';
import type { ReadableFile } from '../../files/readableFile';
import { TemporaryCopy } from './temporaryCopy';
import { onlyEntry } from './zipArchive';
import { type ZstdFrame, zstdFrames } from './zstdFrames';

const chunkBytes = 256 * 1024;
/** Maximum length, in bytes, of a compressed frame that is decompressed as a whole. */
const maxShortBytes = 16 * 1024;

/**
 * The larger of these limits applies to the decompressed size. Only files that are meant to fill the disk exceed both
 * limits.
 */
const maxUnpackedBytes = 4 * 1024 * 1024 * 1024;
const maxExpansion = 100;

const signatures: readonly (readonly [Packing, Buffer])[] = [
	['gzip', Buffer.from([0x1f, 0x8b])],
	['zstd', Buffer.from([0x28, 0xb5, 0x2f, 0xfd])],
	['zip', Buffer.from('PK\u0003\u0004')],
	['zip', Buffer.from('PK\u0005\u0006')],
];

/** Compression methods in ZIP archives. */
const methods = { stored: 0, deflated: 8, zstd: 93 };

export interface UnpackedFile {
	readonly copy: TemporaryCopy;
	readonly packing: Packing;
	/** Name of the decompressed file. Its extension determines the format. */
	readonly name: string;
	readonly isCut: boolean;
}

interface Content {
	readonly name: string;
	readonly start: number;
	readonly end: number;
	readonly decompress: (() => Transform) | undefined;
	readonly isZstd: boolean;
}

/**
 * Decompresses a file. Returns undefined if the file isn't compressed or its format isn't supported.
 * @throws AppError `unreadable`, `disk` if the temporary file can't be created or written, or `cancelled`
 */
export async function unpack(
	path: string,
	handle: Pick<ReadableFile, 'read'>,
	size: number,
	signal: AbortSignal | undefined,
	maxBytes = maxUnpackedBytes,
): Promise<UnpackedFile | undefined> {
	const head = Buffer.alloc(4);
	const { bytesRead } = await handle.read(head, 0, head.length, 0);
	const found = signatures.find(([, bytes]) => head.subarray(0, Math.min(bytes.length, bytesRead)).equals(bytes));
	if (!found) {
		return undefined;
	}
	const [packing] = found;
	const { name, start, end, decompress, isZstd } = await contentOf(path, handle, size, packing);
	const limit = Math.max(maxBytes, maxExpansion * (end - start));
	let isCut = false;
	const copy = await TemporaryCopy.empty();
	let length = 0;
	const append = async (piece: Uint8Array) => {
		length += piece.length;
		if (length > limit) {
			throw unreadable(path, 'unpackedTooLarge');
		}
		await copy.append(piece);
	};
	/** The first error that occurred. Older versions of Node.js report it only as an aborted operation. */
	let failure: unknown;
	const take = async (pieces: AsyncIterable<Uint8Array> | readonly Uint8Array[]) => {
		for await (const piece of pieces) {
			await append(piece).catch((error) => {
				failure = error;
				throw error;
			});
		}
	};
	const options = signal ? { signal } : {};
	try {
		for await (const part of isZstd ? zstdFrames(handle, start, end) : [{ start, end, isComplete: true }]) {
			signal?.throwIfAborted();
			isCut = !part.isComplete;
			const short = isZstd && !isCut ? await shortContent(handle, part) : undefined;
			if (short) {
				await take(short);
				continue;
			}
			const pieces = Readable.from(piecesOf(handle, part.start, part.end));
			await (decompress ? pipeline(pieces, decompress(), take, options) : pipeline(pieces, take, options));
		}
	} catch (reported) {
		const error = failure ?? reported;
		const code = error instanceof Error && 'code' in error ? String(error.code) : '';
		isCut = code === 'Z_BUF_ERROR' && !signal?.aborted;
		if (!isCut) {
			await copy[Symbol.asyncDispose]();
			const isDamaged = /^(?:Z_|ZSTD_)/.test(code);
			throw signal?.aborted ? signal.reason : isDamaged ? unreadable(path, 'damagedArchive') : error;
		}
	}
	return { copy, packing, name, isCut };
}

async function contentOf(
	path: string,
	handle: Pick<ReadableFile, 'read'>,
	size: number,
	packing: Packing,
): Promise<Content> {
	if (packing !== 'zip') {
		const decompress = packing === 'gzip' ? zlib.createGunzip : () => zstd(path);
		const name = path.slice(0, path.length - extname(path).length);
		return { name, start: 0, end: size, decompress, isZstd: packing === 'zstd' };
	}
	const entry = await onlyEntry(handle, size);
	if (typeof entry === 'string') {
		throw unreadable(path, entry);
	}
	const { name, start, end, method, isEncrypted } = entry;
	const isSupported = Object.values(methods).includes(method);
	if (isEncrypted || !isSupported) {
		throw unreadable(path, 'compressed');
	}
	const decompress =
		method === methods.stored ? undefined : method === methods.deflated ? zlib.createInflateRaw : () => zstd(path);
	return { name, start, end, decompress, isZstd: method === methods.zstd };
}

/** Creates a decompression stream. Older versions of Node.js don't support Zstandard. */
function zstd(path: string): Transform {
	const { createZstdDecompress }: Partial<typeof zlib> = zlib;
	if (!createZstdDecompress) {
		throw unreadable(path, 'compressed');
	}
	return createZstdDecompress();
}

/**
 * Decompresses a short frame, which is much faster than with a stream. Returns undefined if the frame or its content is
 * too long.
 */
async function shortContent(
	handle: Pick<ReadableFile, 'read'>,
	{ start, end }: ZstdFrame,
): Promise<readonly Uint8Array[] | undefined> {
	const { zstdDecompressSync }: Partial<typeof zlib> = zlib;
	if (end - start > maxShortBytes || !zstdDecompressSync) {
		return undefined;
	}
	const frame = Buffer.allocUnsafe(end - start);
	const { bytesRead } = await handle.read(frame, 0, frame.length, start);
	try {
		return [zstdDecompressSync(frame.subarray(0, bytesRead), { maxOutputLength: chunkBytes })];
	} catch (error) {
		if (error instanceof RangeError) {
			return undefined;
		}
		throw error;
	}
}

async function* piecesOf(handle: Pick<ReadableFile, 'read'>, start: number, end: number): AsyncGenerator<Buffer> {
	for (let at = start; at < end; ) {
		const piece = Buffer.allocUnsafe(Math.min(chunkBytes, end - at));
		const { bytesRead } = await handle.read(piece, 0, piece.length, at);
		if (bytesRead === 0) {
			return;
		}
		at += bytesRead;
		yield piece.subarray(0, bytesRead);
	}
}

function unreadable(path: string, fault: Extract<Problem, { kind: 'unreadable' }>['fault']): AppError {
	return new AppError({ kind: 'unreadable', fault, path, code: '' });
}
