import { closeSync, openSync, readSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import { Bitset } from '../../common/bitset';
import type { HeldValues } from '../table/fileIndex';
import type { Fingerprint } from './fingerprint';
import {
	begin,
	type Contents,
	endBytes,
	type Numbers,
	type SavedBits,
	type SavedBytes,
	type SavedColumn,
	savedIndexPath,
} from './layout';
import { Places } from './places';
import { FinishedDictionary, FinishedNumbers, FinishedRaw } from './savedStores';

/** Contents of the widest table that there may be take less. */
const maxContents = 32 * 1024 * 1024;

/** A section is not what was written. */
export class DamagedIndex extends Error {}

/**
 * What the index beside a file tells; undefined where there is none, or one of another file, of another version, or that
 * is damaged.
 */
export async function readContents(records: string, of: Fingerprint): Promise<Contents | undefined> {
	try {
		await using file = await open(savedIndexPath(records), 'r');
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
		const contents: Contents | undefined =
			crc32(text) === end.readUInt32LE(12) ? JSON.parse(text.toString()) : undefined;
		return contents && isSame(contents.of, of) ? contents : undefined;
	} catch {
		// Whatever is wrong with it: the index can be made of the records.
		return undefined;
	}
}

function isSame(one: Fingerprint, other: Fingerprint): boolean {
	return one.size === other.size && one.modified === other.modified && one.pieces === other.pieces;
}

async function read(file: FileHandle, at: number, length: number): Promise<Buffer> {
	const bytes = Buffer.alloc(length);
	await file.read(bytes, 0, length, at);
	return bytes;
}

/** Reads sections of a saved index, at once: a column takes milliseconds. */
export class IndexReader {
	private constructor(private readonly file: number) {}

	/** @throws DamagedIndex where a section is not what was written, or the file cannot be read any more */
	static with<T>(records: string, make: (sections: IndexReader) => T): T {
		let file: number | undefined;
		try {
			file = openSync(savedIndexPath(records), 'r');
			return make(new IndexReader(file));
		} catch (error) {
			throw error instanceof DamagedIndex ? error : new DamagedIndex(undefined, { cause: error });
		} finally {
			if (file !== undefined) {
				closeSync(file);
			}
		}
	}

	values({ values, filled }: SavedColumn, records: number): HeldValues {
		const empty = records - filled;
		switch (values.kind) {
			case 'dictionary': {
				const { codes, offsets, text, numbers } = values;
				const made = this.numbers(codes);
				if (made instanceof Uint32Array) {
					throw new DamagedIndex();
				}
				const coded = numbers && {
					form: numbers.form,
					low: this.words(numbers.low),
					high: numbers.high && this.words(numbers.high),
				};
				return new FinishedDictionary(made, { text: this.bytes(text), offsets: this.words(offsets) }, coded);
			}
			case 'number': {
				const { form, low, high, present } = values;
				const bits = this.bits(present, records);
				return new FinishedNumbers(form, this.words(low), high && this.words(high), bits, empty);
			}
			case 'raw':
				return new FinishedRaw(this.bits(values.present, records), empty);
		}
	}

	places({ first, lengths, gaps }: Contents): Places {
		return new Places(first, this.numbers(lengths), typeof gaps === 'number' ? gaps : this.numbers(gaps));
	}

	bits({ count, section }: SavedBits, records: number): Bitset {
		if (section) {
			return Bitset.of(this.words(section));
		}
		const bits = new Bitset();
		bits.addRange(0, count === 0 ? 0 : records);
		return bits;
	}

	private numbers({ width, section }: Numbers): Uint8Array | Uint16Array | Uint32Array {
		const { buffer } = this.bytes(section);
		return width === 1 ? new Uint8Array(buffer) : width === 2 ? new Uint16Array(buffer) : new Uint32Array(buffer);
	}

	private words(section: SavedBytes): Uint32Array<ArrayBuffer> {
		return new Uint32Array(this.bytes(section).buffer);
	}

	private bytes([at, length, checksum]: SavedBytes): Buffer<ArrayBuffer> {
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
