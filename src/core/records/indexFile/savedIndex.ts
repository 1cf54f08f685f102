import type { ColumnKind, Spoiling, TableInfo } from '../../../shared/results';
import type { Bitset } from '../../common/bitset';
import { AppError } from '../../common/errors';
import type { FieldTable } from '../../plan/fields';
import { csvDecoder } from '../../scan/csvSource';
import { jsonDecoder } from '../../scan/jsonSource';
import type { RecordDecoder } from '../../scan/recordSource';
import { DecodedTexts } from '../table/codedTexts';
import { codesInMemory } from '../table/codesInMemory';
import { kindByName } from '../table/columnKinds';
import { describeColumn, describeTable } from '../table/describeTable';
import type { FileColumn, FileIndex, HeldValues, ValuesForm } from '../table/fileIndex';
import type { CodesInPlace } from '../table/table';
import type { Fingerprint } from './fingerprint';
import type { Contents, SavedDictionary } from './layout';
import { Lazy } from './lazy';
import type { MemoryBudget } from './memoryBudget';
import { RecordPositions } from './places';
import { IndexReader, readIndexContents } from './readIndex';
import { bytesOfValues } from './savedStores';
import { DamagedIndex } from './sections';

interface SavedIndexOptions {
	readonly fields: FieldTable;
	readonly budget: MemoryBudget;
	/** Rebuilds the index synchronously. Called if a query finds that the saved index is damaged. */
	readonly rebuild: (format: TableInfo['format']) => FileIndex;
}

type RecordPlaces = Pick<FileIndex, 'start' | 'length'>;

export class SavedIndex implements FileIndex {
	readonly complete = true;
	readonly columns: readonly StoredColumn[];
	readonly info: TableInfo;
	private rebuilt: FileIndex | undefined;
	private readonly places: Lazy<RecordPlaces>;
	private brokenBits: Bitset | undefined;
	private reader: IndexReader | undefined;
	private holders = 0;

	private constructor(
		private readonly path: string,
		private readonly contents: Contents,
		private readonly options: SavedIndexOptions,
	) {
		const { fields, budget } = options;
		this.places = new Lazy<RecordPlaces>(
			() =>
				this.take<RecordPlaces>(
					(sections) => sections.places(contents),
					(index) => index,
				),
			(places) => (places instanceof RecordPositions ? places.bytes : 0),
			budget,
		);
		this.columns = contents.columns.map((saved, place) => {
			const read = () =>
				this.take(
					(sections) => sections.values(saved, contents.records),
					({ columns }) => columns[place]?.values,
				);
			const kind = kindByName(saved.name, fields.get(saved.name)) ?? saved.kind;
			const empty = contents.records - saved.filled;
			const values = new Lazy(read, bytesOfValues, budget);
			return new StoredColumn({
				name: saved.name,
				kind,
				spoiled: saved.spoiled,
				empty,
				isPersonal: saved.isPersonal,
				lazy: values,
			});
		});
		this.info = describeTable(
			this.columns.map((column) => describeColumn(column, fields)),
			{
				format: contents.format,
				total: contents.records,
				broken: contents.broken.count,
				guessed: contents.guessed,
				moreColumns: contents.moreColumns,
				truncated: contents.truncated,
				bytes: contents.of.size,
			},
		);
	}

	static async open(path: string, of: Fingerprint, options: SavedIndexOptions): Promise<SavedIndex | undefined> {
		const contents = await readIndexContents(path, of);
		return contents && new SavedIndex(path, contents, options);
	}

	get of(): Fingerprint {
		return this.contents.of;
	}

	get format(): TableInfo['format'] {
		return this.contents.format;
	}

	get records(): number {
		return this.contents.records;
	}

	get broken(): Bitset {
		const { broken, records } = this.contents;
		this.brokenBits ??= this.take(
			(sections) => sections.bits(broken, records),
			(index) => index.broken,
		);
		return this.brokenBits;
	}

	start(number: number): number {
		return (this.places.now ?? this.places.value).start(number);
	}

	length(number: number): number {
		return (this.places.now ?? this.places.value).length(number);
	}

	held(column: number): HeldValues | undefined {
		return this.columns[column]?.lazy.now;
	}

	formOf(column: number): ValuesForm {
		const { records, columns } = this.contents;
		const values = columns[column]?.values;
		switch (values?.kind) {
			case 'dictionary':
				return { kind: values.kind, size: values.offsets[1] / 4 - 1, numbers: values.numbers?.form };
			case 'number':
				return { kind: values.kind, size: records, numbers: values.form };
			default:
				return { kind: 'raw', size: records, numbers: undefined };
		}
	}

	read(column: number): HeldValues {
		const stored = this.columns[column];
		if (!stored) {
			throw new RangeError(`no column ${column}`);
		}
		return stored.lazy.once;
	}

	codes(column: number): CodesInPlace | undefined {
		const saved = this.contents.columns[column]?.values;
		const held = this.held(column);
		if (held) {
			return codesInMemory(held, this.records);
		}
		if (saved?.kind !== 'dictionary') {
			return undefined;
		}
		const made = (index: FileIndex) => index.codes(column);
		const texts = this.take<Pick<CodesInPlace, 'size' | 'value'>>(
			(sections) => new DecodedTexts(sections.texts(saved)),
			made,
		);
		return {
			size: texts.size,
			value: (code) => texts.value(code),
			read: (room, visit) => {
				this.take<CodesInPlace | SavedDictionary>(
					(sections) => {
						sections.codes(saved, this.records, room, visit);
						return saved;
					},
					(index) => {
						const codes = made(index);
						codes?.read(room, visit);
						return codes;
					},
				);
			},
		};
	}

	hold(): Disposable {
		this.holders++;
		return {
			[Symbol.dispose]: () => {
				this.holders--;
				if (this.holders === 0) {
					this.reader?.[Symbol.dispose]();
					this.reader = undefined;
				}
			},
		};
	}

	decoder(): RecordDecoder {
		return this.format === 'csv'
			? csvDecoder(this.columns.length, ',')
			: jsonDecoder(this.columns.map(({ name }) => name));
	}

	release(): void {
		const { budget } = this.options;
		for (const { lazy } of this.columns) {
			budget.release(lazy);
		}
		budget.release(this.places);
	}

	private fromFile<T>(make: (sections: IndexReader) => T): T {
		if (this.holders > 0) {
			this.reader ??= IndexReader.open(this.path);
			return this.reader.use(make);
		}
		using reader = IndexReader.open(this.path);
		return reader.use(make);
	}

	private take<T>(saved: (sections: IndexReader) => T, made: (index: FileIndex) => T | undefined): T {
		if (!this.rebuilt) {
			try {
				return this.fromFile(saved);
			} catch (error) {
				if (!(error instanceof DamagedIndex)) {
					throw error;
				}
			}
			this.rebuilt = this.options.rebuild(this.format);
		}
		const found = this.rebuilt.records === this.records ? made(this.rebuilt) : undefined;
		if (found === undefined) {
			throw new AppError({ kind: 'disk', fault: 'other', path: this.path, code: '' });
		}
		return found;
	}
}

interface ColumnFacts {
	readonly name: string;
	readonly kind: ColumnKind;
	readonly spoiled: Spoiling | undefined;
	readonly empty: number;
	readonly isPersonal: boolean;
	readonly lazy: Lazy<HeldValues>;
}

class StoredColumn implements FileColumn {
	readonly name: string;
	readonly kind: ColumnKind;
	readonly spoiled: Spoiling | undefined;
	readonly empty: number;
	readonly isPersonal: boolean;
	readonly lazy: Lazy<HeldValues>;

	constructor({ name, kind, spoiled, empty, isPersonal, lazy }: ColumnFacts) {
		this.name = name;
		this.kind = kind;
		this.spoiled = spoiled;
		this.empty = empty;
		this.isPersonal = isPersonal;
		this.lazy = lazy;
	}

	get values(): HeldValues {
		return this.lazy.value;
	}
}
