import { randomBytes } from 'node:crypto';
import { closeSync, openSync, readSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import type { Scheduler } from '../../common/scheduler';
import type { Files } from '../../files/durableFile';
import { PartFile } from '../../files/partFile';
import { endBytes, type Numbers, type SavedBytes, type Width } from './layout';

const ownerOnly = 0o600;

/** Number of random bytes in a temporary file name. Random names prevent two windows from writing to the same file. */
const markBytes = 4;

/** Maximum size of the contents in bytes. Even an index with the maximum number of columns needs less. */
const maxContents = 32 * 1024 * 1024;

export class DamagedIndex extends Error {}

export class SectionWriter {
	private constructor(
		private readonly file: PartFile,
		private at: number,
		private readonly scheduler: Scheduler,
	) {}

	/** @throws AppError `disk` or `cancelled`. No incomplete file is left on disk. */
	static async save(
		path: string,
		begin: Buffer,
		write: (sections: SectionWriter) => Promise<object>,
		scheduler: Scheduler,
		files: Files,
	): Promise<void> {
		const marked = { ...files, mark: randomBytes(markBytes).toString('hex') };
		await using file = await PartFile.open(path, marked, ownerOnly);
		await file.write(begin);
		const sections = new SectionWriter(file, begin.length, scheduler);
		await sections.end(await write(sections));
		await file.finish();
	}

	async write(array: Uint8Array | Uint16Array | Uint32Array): Promise<SavedBytes> {
		const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
		const section: SavedBytes = [this.at, bytes.length, crc32(bytes)];
		await this.file.write(bytes);
		this.at += bytes.length;
		if (this.scheduler.isYieldDue) {
			await this.scheduler.yieldNow();
		}
		return section;
	}

	async numbers(numbers: Uint32Array): Promise<Numbers> {
		let most = 0;
		for (const number of numbers) {
			most = number > most ? number : most;
		}
		const width: Width = most < 2 ** 8 ? 1 : most < 2 ** 16 ? 2 : 4;
		const narrow = width === 1 ? Uint8Array.from(numbers) : width === 2 ? Uint16Array.from(numbers) : numbers;
		return { width, section: await this.write(narrow) };
	}

	private async end(contents: object): Promise<void> {
		const [at, length, checksum] = await this.write(Buffer.from(JSON.stringify(contents)));
		const end = Buffer.alloc(endBytes);
		end.writeBigUInt64LE(BigInt(at), 0);
		end.writeUInt32LE(length, 8);
		end.writeUInt32LE(checksum, 12);
		await this.file.write(end);
	}
}

/**
 * Returns the contents of a file, or undefined if the file is missing or damaged. `areValid` also receives the number
 * of bytes that precede the contents.
 */
export async function readContents<C>(
	path: string,
	begin: Buffer,
	areValid: (contents: unknown, bytes: number) => contents is C,
): Promise<C | undefined> {
	try {
		await using file = await open(path, 'r');
		const { size } = await file.stat();
		if (size < begin.length + endBytes || !(await read(file, 0, begin.length)).equals(begin)) {
			return undefined;
		}
		const end = await read(file, size - endBytes, endBytes);
		const at = Number(end.readBigUInt64LE(0));
		const length = end.readUInt32LE(8);
		if (length > maxContents || at + length + endBytes !== size) {
			return undefined;
		}
		const text = await read(file, at, length);
		const contents: unknown = crc32(text) === end.readUInt32LE(12) ? JSON.parse(text.toString()) : undefined;
		return areValid(contents, at) ? contents : undefined;
	} catch {
		// The contents can be rebuilt from the records, so no error is thrown.
		return undefined;
	}
}

async function read(file: FileHandle, at: number, length: number): Promise<Buffer> {
	const bytes = Buffer.alloc(length);
	await file.read(bytes, 0, length, at);
	return bytes;
}

/** Reads sections of a file. The reads are synchronous, because reading a column takes only milliseconds. */
export class SectionReader implements Disposable {
	private constructor(private readonly file: number) {}

	/** @throws DamagedIndex if the file can't be opened. */
	static open(path: string): SectionReader {
		return orDamaged(() => new SectionReader(openSync(path, 'r')));
	}

	/** @throws DamagedIndex if a checksum is wrong or if the file can't be read. */
	static with<T>(path: string, make: (sections: SectionReader) => T): T {
		using sections = SectionReader.open(path);
		return orDamaged(() => make(sections));
	}

	[Symbol.dispose](): void {
		closeSync(this.file);
	}

	numbers({ width, section }: Numbers): Uint8Array | Uint16Array | Uint32Array {
		const { buffer } = this.bytes(section);
		return width === 1 ? new Uint8Array(buffer) : width === 2 ? new Uint16Array(buffer) : new Uint32Array(buffer);
	}

	words(section: SavedBytes): Uint32Array<ArrayBuffer> {
		return new Uint32Array(this.bytes(section).buffer);
	}

	bytes([at, length, checksum]: SavedBytes): Buffer<ArrayBuffer> {
		const bytes = Buffer.from(new ArrayBuffer(length));
		this.fill(bytes, at);
		check(crc32(bytes), checksum);
		return bytes;
	}

	adjoining(one: SavedBytes, other: SavedBytes): readonly [Buffer<ArrayBuffer>, Buffer<ArrayBuffer>] {
		const [at, length, checksum] = one;
		if (other[0] !== at + length) {
			return [this.bytes(one), this.bytes(other)];
		}
		const both = Buffer.from(new ArrayBuffer(length + other[1]));
		this.fill(both, at);
		const first = both.subarray(0, length);
		const second = both.subarray(length);
		check(crc32(first), checksum);
		check(crc32(second), other[2]);
		return [first, second];
	}

	/** Reads a section in chunks and calls `visit` for each chunk. Verifies the checksum after the last chunk. */
	inPieces([at, length, checksum]: SavedBytes, room: Buffer, visit: (at: number, length: number) => void): void {
		let found = 0;
		for (let done = 0; done < length; done += room.length) {
			const piece = room.subarray(0, Math.min(room.length, length - done));
			this.fill(piece, at + done);
			found = crc32(piece, found);
			visit(done, piece.length);
		}
		check(found, checksum);
	}

	private fill(bytes: Buffer, at: number): void {
		for (let filled = 0; filled < bytes.length; ) {
			const read = readSync(this.file, bytes, filled, bytes.length - filled, at + filled);
			if (read === 0) {
				throw new DamagedIndex();
			}
			filled += read;
		}
	}
}

export function orDamaged<T>(read: () => T): T {
	try {
		return read();
	} catch (error) {
		throw error instanceof DamagedIndex ? error : new DamagedIndex(undefined, { cause: error });
	}
}

function check(found: number, checksum: number): void {
	mustHold(found === checksum);
}

export function mustHold(condition: boolean): void {
	if (!condition) {
		throw new DamagedIndex();
	}
}
