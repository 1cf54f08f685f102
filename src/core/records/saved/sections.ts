import { randomBytes } from 'node:crypto';
import { closeSync, openSync, readSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import type { Pace } from '../../common/pace';
import type { Files } from '../../files/durableFile';
import { PartFile } from '../../files/partFile';
import { endBytes, type Numbers, type SavedBytes, type Width } from './layout';

const ownerOnly = 0o600;

/** Two windows may save the same file. */
const markBytes = 4;

/** Contents of the widest table that there may be take less. */
const maxContents = 32 * 1024 * 1024;

/** A section is not what was written. */
export class DamagedIndex extends Error {}

/** Writes a file of sections; see `layout.ts`. */
export class SectionWriter {
	private constructor(
		private readonly file: PartFile,
		private at: number,
		private readonly pace: Pace,
	) {}

	/**
	 * @param write Writes the sections, and gives what tells where they are.
	 * @throws AppError `disk` or `cancelled`; nothing is left then
	 */
	static async save(
		path: string,
		begin: Buffer,
		write: (sections: SectionWriter) => Promise<object>,
		pace: Pace,
		files: Files,
	): Promise<void> {
		const marked = { ...files, mark: randomBytes(markBytes).toString('hex') };
		await using file = await PartFile.open(path, marked, ownerOnly);
		await file.write(begin);
		const sections = new SectionWriter(file, begin.length, pace);
		await sections.end(await write(sections));
		await file.finish();
	}

	async write(array: Uint8Array | Uint16Array | Uint32Array): Promise<SavedBytes> {
		const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
		const section: SavedBytes = [this.at, bytes.length, crc32(bytes)];
		await this.file.write(bytes);
		this.at += bytes.length;
		if (this.pace.due) {
			await this.pace.rest();
		}
		return section;
	}

	/** In as few bytes each as the largest needs. */
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

/** What such a file tells; undefined where there is none, or one of another version, or that is damaged. */
export async function readContents<C>(path: string, begin: Buffer): Promise<C | undefined> {
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
		const contents: C | undefined = crc32(text) === end.readUInt32LE(12) ? JSON.parse(text.toString()) : undefined;
		return contents;
	} catch {
		// Whatever is wrong with it: what it tells can be made of the records.
		return undefined;
	}
}

async function read(file: FileHandle, at: number, length: number): Promise<Buffer> {
	const bytes = Buffer.alloc(length);
	await file.read(bytes, 0, length, at);
	return bytes;
}

/** Reads sections, at once: a column takes milliseconds. */
export class SectionReader {
	private constructor(private readonly file: number) {}

	/** @throws DamagedIndex where a section is not what was written, or the file cannot be read any more */
	static with<T>(path: string, make: (sections: SectionReader) => T): T {
		let file: number | undefined;
		try {
			file = openSync(path, 'r');
			return make(new SectionReader(file));
		} catch (error) {
			throw error instanceof DamagedIndex ? error : new DamagedIndex(undefined, { cause: error });
		} finally {
			if (file !== undefined) {
				closeSync(file);
			}
		}
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
		for (let filled = 0; filled < length; ) {
			const read = readSync(this.file, bytes, filled, length - filled, at + filled);
			if (read === 0) {
				throw new DamagedIndex();
			}
			filled += read;
		}
		if (crc32(bytes) !== checksum) {
			throw new DamagedIndex();
		}
		return bytes;
	}
}
