import { Bitset } from '../../common/bitset';
import type { HeldValues } from '../table/fileIndex';
import { type Fingerprint, isSameFile } from './fingerprint';
import { begin, type Contents, type SavedBits, type SavedColumn, savedIndexPath } from './layout';
import { Places } from './places';
import { FinishedDictionary, FinishedNumbers, FinishedRaw } from './savedStores';
import { DamagedIndex, readContents, SectionReader } from './sections';

/** What the index beside a file tells; undefined where there is none of this file that can be trusted. */
export async function readIndexContents(records: string, of: Fingerprint): Promise<Contents | undefined> {
	const contents = await readContents<Contents>(savedIndexPath(records), begin);
	return contents && isSameFile(contents.of, of) ? contents : undefined;
}

/** Reads what is in a saved index, at once. */
export class IndexReader {
	private constructor(private readonly sections: SectionReader) {}

	/** @throws DamagedIndex as `SectionReader` does */
	static with<T>(records: string, make: (index: IndexReader) => T): T {
		return SectionReader.with(savedIndexPath(records), (sections) => make(new IndexReader(sections)));
	}

	values({ values, filled }: SavedColumn, records: number): HeldValues {
		const empty = records - filled;
		switch (values.kind) {
			case 'dictionary': {
				const { codes, offsets, text, numbers } = values;
				const made = this.sections.numbers(codes);
				if (made instanceof Uint32Array) {
					throw new DamagedIndex();
				}
				const coded = numbers && {
					form: numbers.form,
					low: this.sections.words(numbers.low),
					high: numbers.high && this.sections.words(numbers.high),
				};
				return new FinishedDictionary(
					made,
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
