import { Bitset } from '../../common/bitset';
import type { Utf8Texts } from '../table/codedTexts';
import type { HeldValues } from '../table/fileIndex';
import type { CodesVisitor } from '../table/table';
import { areIndexContents } from './checkContents';
import { type Fingerprint, isSameFile } from './fingerprint';
import {
	begin,
	type Contents,
	type IndexedColumn,
	type SavedBits,
	type SavedCodes,
	type SavedDictionary,
	savedIndexPath,
} from './layout';
import { unpackCodes } from './packedCodes';
import { RecordPositions } from './places';
import { FinishedDictionary, FinishedNumbers, FinishedRaw } from './savedStores';
import { DamagedIndex, mustHold, orDamaged, readContents, SectionReader } from './sections';

export async function readIndexContents(records: string, of: Fingerprint): Promise<Contents | undefined> {
	const contents = await readContents(savedIndexPath(records), begin, areIndexContents);
	return contents && isSameFile(contents.of, of) && arePositionsInFile(records, contents) ? contents : undefined;
}

function arePositionsInFile(records: string, contents: Contents): boolean {
	try {
		using reader = IndexReader.open(records);
		reader.use((sections) => sections.places(contents));
		reader.use((sections) => sections.bits(contents.broken, contents.records));
		return true;
	} catch (error) {
		if (error instanceof DamagedIndex) {
			return false;
		}
		throw error;
	}
}

export class IndexReader implements Disposable {
	private constructor(private readonly sections: SectionReader) {}

	/** @throws DamagedIndex if the file can no longer be opened. */
	static open(records: string): IndexReader {
		return new IndexReader(SectionReader.open(savedIndexPath(records)));
	}

	use<T>(make: (index: IndexReader) => T): T {
		return orDamaged(() => make(this));
	}

	[Symbol.dispose](): void {
		this.sections[Symbol.dispose]();
	}

	values({ values, filled }: IndexedColumn, records: number): HeldValues {
		const empty = records - filled;
		switch (values.kind) {
			case 'dictionary': {
				const { codes, offsets, text, numbers } = values;
				const coded = numbers && {
					form: numbers.form,
					low: this.sections.words(numbers.low),
					high: numbers.high && this.sections.words(numbers.high),
				};
				const texts = { text: this.sections.bytes(text), offsets: this.sections.words(offsets) };
				checkTexts(texts);
				const dictionary = new FinishedDictionary(this.allCodes(codes, records), texts, coded);
				mustHold(dictionary.codes.every((code) => code < dictionary.size));
				mustHold(dictionary.empty === empty);
				return dictionary;
			}
			case 'number': {
				const { form, low, high, present } = values;
				const bits = this.bits(present, records);
				return new FinishedNumbers(form, this.sections.words(low), high && this.sections.words(high), bits, empty);
			}
			case 'raw':
				return new FinishedRaw(this.bits(values.present, records), empty);
		}
	}

	texts({ offsets, text }: SavedDictionary): Utf8Texts {
		const [first, second] = this.sections.adjoining(offsets, text);
		const texts = { offsets: new Uint32Array(first.buffer, first.byteOffset, first.length / 4), text: second };
		checkTexts(texts);
		return texts;
	}

	/** @throws DamagedIndex if the checksum is wrong. The checksum is verified after all codes were visited. */
	codes({ codes: { bits, section } }: SavedDictionary, records: number, room: Buffer, visit: CodesVisitor): void {
		const perByte = 8 / bits;
		this.sections.inPieces(section, room, (at, length) => {
			visit(perByte * at, Math.min(perByte * length, records - perByte * at), bits);
		});
	}

	private allCodes({ bits, section }: SavedCodes, records: number): Uint8Array | Uint16Array {
		const bytes = this.sections.bytes(section);
		switch (bits) {
			case 8:
				return new Uint8Array(bytes.buffer);
			case 16:
				return new Uint16Array(bytes.buffer);
			default:
				return unpackCodes(bytes, bits, records);
		}
	}

	places({ first, lengths, gaps, records, of }: Contents): RecordPositions {
		const positions = new RecordPositions(
			first,
			this.sections.numbers(lengths),
			typeof gaps === 'number' ? gaps : this.sections.numbers(gaps),
		);
		mustHold(records === 0 || positions.start(records - 1) + positions.length(records - 1) <= of.size);
		return positions;
	}

	bits({ count, section }: SavedBits, records: number): Bitset {
		if (section) {
			const bits = Bitset.of(this.sections.words(section));
			mustHold(bits.count(records) === count);
			return bits;
		}
		const bits = new Bitset();
		bits.addRange(0, count === 0 ? 0 : records);
		return bits;
	}
}

function checkTexts({ offsets, text }: Utf8Texts): void {
	mustHold(offsets[0] === 0 && offsets.at(-1) === text.length);
	mustHold(offsets.every((offset, code) => code === 0 || offset >= (offsets[code - 1] ?? 0)));
}
