import { Bitset } from '../../common/bitset';
import type { Utf8Texts } from '../table/codedTexts';
import type { HeldValues } from '../table/fileIndex';
import type { CodesVisitor } from '../table/table';
import { type Fingerprint, isSameFile } from './fingerprint';
import {
	begin,
	type Contents,
	type SavedBits,
	type SavedCodes,
	type SavedColumn,
	type SavedDictionary,
	savedIndexPath,
} from './layout';
import { unpackCodes } from './packedCodes';
import { Places } from './places';
import { FinishedDictionary, FinishedNumbers, FinishedRaw } from './savedStores';
import { orDamaged, readContents, SectionReader } from './sections';

/** What the index beside a file tells; undefined where there is none of this file that can be trusted. */
export async function readIndexContents(records: string, of: Fingerprint): Promise<Contents | undefined> {
	const contents = await readContents<Contents>(savedIndexPath(records), begin);
	return contents && isSameFile(contents.of, of) ? contents : undefined;
}

/** Reads what is in a saved index, at once. */
export class IndexReader implements Disposable {
	private constructor(private readonly sections: SectionReader) {}

	/** @throws DamagedIndex where the file cannot be opened any more */
	static open(records: string): IndexReader {
		return new IndexReader(SectionReader.open(savedIndexPath(records)));
	}

	/** @throws DamagedIndex as `SectionReader` does */
	use<T>(make: (index: IndexReader) => T): T {
		return orDamaged(() => make(this));
	}

	[Symbol.dispose](): void {
		this.sections[Symbol.dispose]();
	}

	values({ values, filled }: SavedColumn, records: number): HeldValues {
		const empty = records - filled;
		switch (values.kind) {
			case 'dictionary': {
				const { codes, offsets, text, numbers } = values;
				const coded = numbers && {
					form: numbers.form,
					low: this.sections.words(numbers.low),
					high: numbers.high && this.sections.words(numbers.high),
				};
				return new FinishedDictionary(
					this.allCodes(codes, records),
					{ text: this.sections.bytes(text), offsets: this.sections.words(offsets) },
					coded,
				);
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
		return { offsets: new Uint32Array(first.buffer, first.byteOffset, first.length / 4), text: second };
	}

	/** @throws DamagedIndex after codes that are not what was written were visited */
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

	places({ first, lengths, gaps }: Contents): Places {
		return new Places(
			first,
			this.sections.numbers(lengths),
			typeof gaps === 'number' ? gaps : this.sections.numbers(gaps),
		);
	}

	bits({ count, section }: SavedBits, records: number): Bitset {
		if (section) {
			return Bitset.of(this.sections.words(section));
		}
		const bits = new Bitset();
		bits.addRange(0, count === 0 ? 0 : records);
		return bits;
	}
}
