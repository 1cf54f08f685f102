import type { Bitset } from '../../common/bitset';
import type { Scheduler } from '../../common/scheduler';
import { type Files, nodeFiles } from '../../files/durableFile';
import type { FileColumn, FileIndex, HeldDictionary, HeldValues } from '../table/fileIndex';
import type { Fingerprint } from './fingerprint';
import {
	begin,
	type Contents,
	type IndexedColumn,
	type SavedBits,
	type SavedCodes,
	type SavedValues,
	savedIndexPath,
} from './layout';
import { numbersOfTexts } from './numbersOfTexts';
import { bitsFor, packCodes } from './packedCodes';
import { SectionWriter } from './sections';

/**
 * A dictionary with at least this many values is also saved as numbers. The values of smaller dictionaries are parsed
 * when needed.
 */
const worthNumbers = 256;

/**
 * Saves the index of a file in the export format. The caller must check that the file still matches the fingerprint.
 * @throws AppError `disk` or `cancelled`. No incomplete file is left on disk.
 */
export async function writeIndex(
	records: string,
	index: FileIndex,
	of: Fingerprint,
	scheduler: Scheduler,
	files: Files = nodeFiles,
): Promise<void> {
	const path = savedIndexPath(records);
	await SectionWriter.save(
		path,
		begin,
		(sections) => new IndexWriter(sections, scheduler).all(index, of),
		scheduler,
		files,
	);
}

class IndexWriter {
	constructor(
		private readonly sections: SectionWriter,
		private readonly scheduler: Scheduler,
	) {}

	async all(index: FileIndex, of: Fingerprint): Promise<Contents> {
		const columns: IndexedColumn[] = [];
		for (const column of index.columns) {
			columns.push(await this.column(column, index.records));
		}
		const { format, info, broken } = index;
		return {
			of,
			format,
			records: index.records,
			guessed: info.guessed,
			moreColumns: info.moreColumns,
			truncated: info.truncated,
			broken: await this.bits(broken, info.broken, index.records),
			...(await this.places(index)),
			columns,
		};
	}

	private async column(column: FileColumn, records: number): Promise<IndexedColumn> {
		const { name, kind, spoiled, values, empty, isPersonal } = column;
		const filled = records - empty;
		const saved = await this.values(values, records, filled);
		return { name, kind, ...(spoiled && { spoiled }), filled, isPersonal, values: saved };
	}

	private async bits(bits: Bitset, count: number, records: number): Promise<SavedBits> {
		return count === 0 || count === records
			? { count }
			: { count, section: await this.sections.write(bits.toWords(records)) };
	}

	private async places(index: FileIndex): Promise<Pick<Contents, 'first' | 'lengths' | 'gaps'>> {
		const { records } = index;
		const lengths = new Uint32Array(records);
		const gaps = new Uint32Array(Math.max(0, records - 1));
		await this.scheduler.forEachBatch(records, (from, to) => {
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
			lengths: await this.sections.numbers(lengths),
			gaps: gaps.every((one) => one === gap) ? gap : await this.sections.numbers(gaps),
		};
	}

	private async values(values: HeldValues, records: number, filled: number): Promise<SavedValues> {
		switch (values.kind) {
			case 'dictionary': {
				const { codes, bytes } = values;
				return {
					kind: 'dictionary',
					codes: await this.codes(codes.subarray(0, records), values.size),
					offsets: await this.sections.write(bytes.offsets),
					text: await this.sections.write(bytes.text),
					...(await this.codedNumbers(values)),
				};
			}
			case 'number': {
				const { form, low, high, present } = values;
				return {
					kind: 'number',
					form,
					low: await this.sections.write(low.subarray(0, records)),
					...(high && { high: await this.sections.write(high.subarray(0, records)) }),
					present: await this.bits(present, filled, records),
				};
			}
			case 'raw':
				return { kind: 'raw', present: await this.bits(values.present, filled, records) };
		}
	}

	private async codes(codes: Uint8Array | Uint16Array, size: number): Promise<SavedCodes> {
		const bits = bitsFor(size, codes);
		const written = bits === 2 || bits === 4 ? await packCodes(codes, bits, this.scheduler) : codes;
		return { bits, section: await this.sections.write(written) };
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
		return {
			numbers: { form, low: await this.sections.write(low), ...(high && { high: await this.sections.write(high) }) },
		};
	}
}
