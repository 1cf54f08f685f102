import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { Bitset } from '../../common/bitset';
import type { Pace } from '../../common/pace';
import { type Files, nodeFiles } from '../../files/durableFile';
import { PartFile } from '../../files/partFile';
import type { FileColumn, FileIndex, HeldDictionary, HeldValues } from '../table/fileIndex';
import type { Fingerprint } from './fingerprint';
import {
	begin,
	type Contents,
	endBytes,
	type Numbers,
	type SavedBits,
	type SavedBytes,
	type SavedColumn,
	type SavedValues,
	savedIndexPath,
	type Width,
} from './layout';
import { numbersOfTexts } from './numbersOfTexts';

const ownerOnly = 0o600;

/** Fewer values are made numbers of when they are needed. */
const worthNumbers = 256;

/** Two windows may save the index of the same file. */
const markBytes = 4;

/**
 * Saves what is known of a file of records beside it.
 * @param index Complete, of a file in the form of exports.
 * @param of What the file was when the index was made, and still is.
 * @throws AppError `disk` or `cancelled`; nothing is left then
 */
export async function writeIndex(
	records: string,
	index: FileIndex,
	of: Fingerprint,
	pace: Pace,
	files: Files = nodeFiles,
): Promise<void> {
	const marked = { ...files, mark: randomBytes(markBytes).toString('hex') };
	await using file = await PartFile.open(savedIndexPath(records), marked, ownerOnly);
	const sections = new IndexWriter(file, pace);
	await file.write(begin);
	const columns: SavedColumn[] = [];
	for (const column of index.columns) {
		columns.push(await sections.column(column, index.records));
	}
	const { format, info, broken } = index;
	const contents: Contents = {
		of,
		format,
		records: index.records,
		guessed: info.guessed,
		moreColumns: info.moreColumns,
		truncated: info.truncated,
		broken: await sections.bits(broken, info.broken, index.records),
		...(await sections.places(index)),
		columns,
	};
	await sections.end(contents);
	await file.finish();
}

class IndexWriter {
	private at = begin.length;

	constructor(
		private readonly file: PartFile,
		private readonly pace: Pace,
	) {}

	async column({ name, kind, values, empty }: FileColumn, records: number): Promise<SavedColumn> {
		const filled = records - empty;
		return { name, kind, filled, values: await this.values(values, records, filled) };
	}

	async bits(bits: Bitset, count: number, records: number): Promise<SavedBits> {
		return count === 0 || count === records ? { count } : { count, section: await this.write(bits.toWords(records)) };
	}

	async places(index: FileIndex): Promise<Pick<Contents, 'first' | 'lengths' | 'gaps'>> {
		const { records } = index;
		const lengths = new Uint32Array(records);
		const gaps = new Uint32Array(Math.max(0, records - 1));
		await this.pace.walk(records, (from, to) => {
			for (let number = from; number < to; number++) {
				lengths[number] = index.length(number);
				const gap = number === 0 ? 0 : index.start(number) - index.start(number - 1) - (lengths[number - 1] ?? 0);
				if (gap < 0 || gap > 0xffff_ffff) {
					throw new RangeError('The records are not one behind the other');
				}
				gaps[Math.max(0, number - 1)] = gap;
			}
		});
		const [gap = 0] = gaps;
		return {
			first: index.start(0),
			lengths: await this.numbers(lengths),
			gaps: gaps.every((one) => one === gap) ? gap : await this.numbers(gaps),
		};
	}

	async end(contents: Contents): Promise<void> {
		const [at, length, checksum] = await this.write(Buffer.from(JSON.stringify(contents)));
		const end = Buffer.alloc(endBytes);
		end.writeBigUInt64LE(BigInt(at), 0);
		end.writeUInt32LE(length, 8);
		end.writeUInt32LE(checksum, 12);
		await this.file.write(end);
	}

	private async values(values: HeldValues, records: number, filled: number): Promise<SavedValues> {
		switch (values.kind) {
			case 'dictionary': {
				const { codes, bytes } = values;
				return {
					kind: 'dictionary',
					codes: { width: codes instanceof Uint8Array ? 1 : 2, section: await this.write(codes.subarray(0, records)) },
					offsets: await this.write(bytes.offsets),
					text: await this.write(bytes.text),
					...(await this.codedNumbers(values)),
				};
			}
			case 'number': {
				const { form, low, high, present } = values;
				return {
					kind: 'number',
					form,
					low: await this.write(low.subarray(0, records)),
					...(high && { high: await this.write(high.subarray(0, records)) }),
					present: await this.bits(present, filled, records),
				};
			}
			case 'raw':
				return { kind: 'raw', present: await this.bits(values.present, filled, records) };
		}
	}

	private async codedNumbers(values: HeldDictionary) {
		const numbers =
			values.size < worthNumbers
				? undefined
				: (numbersOfTexts(values, 'integer') ?? numbersOfTexts(values, 'dateTime'));
		if (!numbers) {
			return {};
		}
		const { form, low, high } = numbers;
		return { numbers: { form, low: await this.write(low), ...(high && { high: await this.write(high) }) } };
	}

	private async numbers(numbers: Uint32Array): Promise<Numbers> {
		let most = 0;
		for (const number of numbers) {
			most = number > most ? number : most;
		}
		const width: Width = most < 2 ** 8 ? 1 : most < 2 ** 16 ? 2 : 4;
		const narrow = width === 1 ? Uint8Array.from(numbers) : width === 2 ? Uint16Array.from(numbers) : numbers;
		return { width, section: await this.write(narrow) };
	}

	private async write(array: Uint8Array | Uint16Array | Uint32Array): Promise<SavedBytes> {
		const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
		const section: SavedBytes = [this.at, bytes.length, crc32(bytes)];
		await this.file.write(bytes);
		this.at += bytes.length;
		if (this.pace.due) {
			await this.pace.rest();
		}
		return section;
	}
}
