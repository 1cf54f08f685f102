import type { ColumnChunk, ColumnMetaData, Encoding } from 'hyparquet';
import type { Scheduler } from '../../../common/scheduler';
import { decompress } from '../codecs/decompress';
import type { ByteSource } from '../format/byteSource';
import { damaged, unsupported } from '../format/fault';
import type { SchemaLeaf } from '../format/schema';
import { ChunkDictionary, type TextBudget } from '../values/dictionary';
import type { RawValue, ValueReader } from '../values/plainReader';
import { levelBits, RunReader } from '../values/runReader';
import { valueReader } from '../values/valueReader';
import type { PageBudget } from './pageBudget';
import { PageStream, type StoredPage } from './pageStream';

/** Limits for decoding entries together: the number of entries, and the total size of their values in bytes. */
const entriesAtOnce = 1024;
const bytesAtOnce = 4 * 1024 * 1024;

/** Maximum number of entries in a record, for example the elements of a list. */
const maxEntries = 2_000_000;

/** An entry is JSON text, a value that must still be converted to text, or null. */
type Entry = string | RawValue | null;

interface ColumnContext {
	readonly source: ByteSource;
	readonly scheduler: Scheduler;
	readonly pages: PageBudget;
	readonly texts: TextBudget;
	readonly windowBytes: number;
}

interface OpenPage {
	left: number;
	readonly repetitions: RunReader | undefined;
	readonly definitions: RunReader | undefined;
	/** Creates the value reader on first use, because a page without values may contain no bytes. */
	readonly values: () => ValueReader<RawValue | string>;
}

/** Reads the values and levels of a leaf column page by page, so that only a part of the column is in memory. */
export class ColumnReader {
	readonly entries: Entry[] = [];
	/** Definition and repetition levels of the entries. Empty if the leaf isn't nested. */
	readonly definitions: number[] = [];
	readonly repetitions: number[] = [];
	at = 0;
	private readonly stream: PageStream;
	private readonly metadata: ColumnMetaData;
	readonly isNested: boolean;
	private page: OpenPage | undefined;
	private pageBytes = 0;
	private dictionary: ChunkDictionary | undefined;
	private dictionaryBytes = 0;
	private begun = 0;
	private ended = false;

	/** @throws ParquetError, like `fill`. */
	constructor(
		private readonly leaf: SchemaLeaf,
		{ meta_data, file_path, crypto_metadata }: ColumnChunk,
		isColumn: boolean,
		private readonly write: (value: RawValue) => string,
		private readonly context: ColumnContext,
	) {
		if (!meta_data) {
			throw crypto_metadata ? unsupported('encryption') : damaged('column chunk');
		}
		if (file_path) {
			throw unsupported('several files');
		}
		if (meta_data.type !== leaf.element.type) {
			throw damaged('column chunk');
		}
		this.metadata = meta_data;
		this.isNested = !isColumn || leaf.isRepeated;
		this.stream = new PageStream(context.source, meta_data, context.scheduler, context.windowBytes);
	}

	/** Decodes entries for up to `records` complete records, and returns the number of records that are available. */
	async fill(records: number): Promise<number> {
		this.drop();
		while (this.complete < records && !this.ended) {
			const { begun } = this;
			await this.more(records);
			if (this.begun > begun && this.complete > 0) {
				break;
			}
		}
		return Math.min(records, this.complete);
	}

	finish(records: number): void {
		this.begun -= records;
	}

	release(): void {
		this.context.pages.release(this.pageBytes + this.dictionaryBytes);
		this.pageBytes = 0;
		this.dictionaryBytes = 0;
	}

	/** Number of complete records. In a nested column, the last record is complete when the next one begins. */
	private get complete(): number {
		return this.isNested && !this.ended ? this.begun - 1 : this.begun;
	}

	private drop(): void {
		this.entries.splice(0, this.at);
		this.definitions.splice(0, this.at);
		this.repetitions.splice(0, this.at);
		this.at = 0;
	}

	private async more(records: number): Promise<void> {
		const page = this.page ?? (await this.nextPage());
		if (!page) {
			this.ended = true;
			return;
		}
		const { leaf, isNested, entries } = this;
		const { definitions, repetitions } = page;
		const count = Math.min(page.left, isNested ? entriesAtOnce : records);
		let bytes = 0;
		for (let index = 0; index < count && bytes < bytesAtOnce; index++) {
			const repetition = repetitions?.next() ?? 0;
			const definition = definitions?.next() ?? leaf.definition;
			let entry: Entry = null;
			if (definition === leaf.definition) {
				entry = page.values().next();
				bytes += typeof entry === 'object' ? entry.length : 0;
			} else if (definition > leaf.definition) {
				throw damaged('levels');
			}
			entries.push(entry);
			if (isNested) {
				this.definitions.push(definition);
				this.repetitions.push(repetition);
			}
			this.begun += repetition === 0 ? 1 : 0;
			page.left--;
		}
		if (entries.length > maxEntries) {
			throw unsupported('record size');
		}
		if (page.left === 0) {
			this.page = undefined;
		}
	}

	private async nextPage(): Promise<OpenPage | undefined> {
		for (;;) {
			const stored = await this.stream.next();
			if (!stored) {
				return undefined;
			}
			const { data_page_header: data, data_page_header_v2: data2 } = stored.header;
			if (stored.header.type === 'DICTIONARY_PAGE') {
				await this.openDictionary(stored);
			} else if (stored.header.type === 'DATA_PAGE' && data) {
				this.page = await this.openPage(stored, data);
			} else if (stored.header.type === 'DATA_PAGE_V2' && data2) {
				this.page = await this.openPage2(stored, data2);
			} else if (stored.header.type !== 'INDEX_PAGE') {
				throw damaged('page');
			}
			if (this.page && this.page.left > 0) {
				return this.page;
			}
		}
	}

	private async openDictionary({ header, bytes }: StoredPage): Promise<void> {
		const dictionaryHeader = header.dictionary_page_header;
		if (!dictionaryHeader || this.dictionary || !isPlain(dictionaryHeader.encoding)) {
			throw damaged('dictionary');
		}
		this.dictionaryBytes = header.uncompressed_page_size;
		this.context.pages.take(this.dictionaryBytes);
		const page = await this.decompress(bytes, header.uncompressed_page_size);
		const count = dictionaryHeader.num_values;
		this.dictionary = new ChunkDictionary(page, count, this.leaf.element, this.write, this.context.texts);
	}

	private async openPage(
		{ header, bytes }: StoredPage,
		{ num_values, encoding, ...levels }: NonNullable<StoredPage['header']['data_page_header']>,
	): Promise<OpenPage> {
		this.replacePage(header.uncompressed_page_size);
		const page = await this.decompress(bytes, header.uncompressed_page_size);
		let at = 0;
		const readLevels = (max: number, used: Encoding | undefined): RunReader | undefined => {
			if (max === 0) {
				return undefined;
			}
			if (used !== 'RLE') {
				throw unsupported(String(used));
			}
			if (at + lengthBytes > page.length) {
				throw damaged('levels');
			}
			const start = at + lengthBytes;
			at = start + page.readUInt32LE(at);
			return new RunReader(page, start, at, levelBits(max));
		};
		const repetitions = readLevels(this.leaf.repetition, levels.repetition_level_encoding);
		const definitions = readLevels(this.leaf.definition, levels.definition_level_encoding);
		return { left: countOf(num_values), repetitions, definitions, values: this.valuesOf(encoding, page, at) };
	}

	/** Opens a data page of version 2, in which uncompressed levels precede the values. */
	private async openPage2(
		{ header, bytes }: StoredPage,
		pageHeader: NonNullable<StoredPage['header']['data_page_header_v2']>,
	): Promise<OpenPage> {
		const repetitionBytes = pageHeader.repetition_levels_byte_length;
		const start = repetitionBytes + pageHeader.definition_levels_byte_length;
		if (!(repetitionBytes >= 0 && start >= repetitionBytes && start <= bytes.length)) {
			throw damaged('page');
		}
		this.replacePage(header.uncompressed_page_size + start);
		const { leaf } = this;
		const levels = (max: number, from: number, to: number) =>
			max === 0 ? undefined : new RunReader(bytes, from, to, levelBits(max));
		const rest = bytes.subarray(start);
		const length = header.uncompressed_page_size - start;
		const page = pageHeader.is_compressed === false ? rest : await this.decompress(rest, length);
		return {
			left: countOf(pageHeader.num_values),
			repetitions: levels(leaf.repetition, 0, repetitionBytes),
			definitions: levels(leaf.definition, repetitionBytes, start),
			values: this.valuesOf(pageHeader.encoding, page, 0),
		};
	}

	private valuesOf(encoding: Encoding, page: Buffer, at: number): OpenPage['values'] {
		let reader: ValueReader<RawValue | string> | undefined;
		return () => {
			reader ??= valueReader(encoding, page, at, this.leaf.element, this.dictionary);
			return reader;
		};
	}

	private decompress(bytes: Buffer, length: number): Promise<Buffer> {
		if (length < 0) {
			throw damaged('page');
		}
		return decompress(this.metadata.codec, bytes, length, this.context.scheduler);
	}

	private replacePage(bytes: number): void {
		this.context.pages.release(this.pageBytes);
		this.pageBytes = bytes;
		this.context.pages.take(bytes);
	}
}

const lengthBytes = 4;

function countOf(values: number): number {
	if (!(values >= 0)) {
		throw damaged('page');
	}
	return values;
}

function isPlain(encoding: Encoding | undefined): boolean {
	return encoding === 'PLAIN' || encoding === 'PLAIN_DICTIONARY';
}
