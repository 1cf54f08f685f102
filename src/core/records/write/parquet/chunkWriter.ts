import type { Encoding, PageHeader } from 'hyparquet';
import { CompressionCodecs, Encodings, ParquetTypes } from 'hyparquet/src/constants.js';
import { ByteWriter } from 'hyparquet-writer';
import { writePageHeader } from 'hyparquet-writer/src/datapage.js';
import { serializeTCompactProtocol } from 'hyparquet-writer/src/thrift.js';
import { unconvertStatistics } from 'hyparquet-writer/src/unconvert.js';
import type { Compression } from './compression';
import type { TextBounds } from './textPage';

/** All values are texts that are there: what is empty is the empty text. */
const type = 'BYTE_ARRAY';
const text = { type, repetition_type: 'REQUIRED', converted_type: 'UTF8', name: '' } as const;

/** A bound of statistics has at most so many bytes; one that is greater is cut to a text that is greater still. */
const boundLength = 16;

/** Where bytes of the file go. */
export interface ByteSink {
	/** Bytes written so far. */
	readonly bytes: number;
	write(bytes: Uint8Array): Promise<void>;
}

/** What the end of the file says of a column in a group of records. */
export interface ChunkFacts {
	/** As they stand there. */
	readonly written: Uint8Array;
	/** Bytes of its pages. */
	readonly uncompressed: number;
	readonly compressed: number;
}

type PageKind = Omit<PageHeader, 'uncompressed_page_size' | 'compressed_page_size'>;

/** Writes the pages of one column in a group of records one behind the other. */
export class ChunkWriter {
	private readonly start: number;
	private dictionary: number | undefined;
	private data: number | undefined;
	private encoding: Encoding = 'PLAIN';
	private values = 0;
	private uncompressed = 0;

	/** @param column Its name. */
	constructor(
		private readonly column: string,
		private readonly sink: ByteSink,
		private readonly compression: Compression,
	) {
		this.start = sink.bytes;
	}

	/** @throws AppError `disk`, as `dataPage` does. */
	async dictionaryPage(count: number, bytes: Uint8Array): Promise<void> {
		this.dictionary = this.sink.bytes;
		await this.page(bytes, {
			type: 'DICTIONARY_PAGE',
			dictionary_page_header: { num_values: count, encoding: 'PLAIN' },
		});
	}

	/** Of the first version, which every reader knows. All pages of a chunk have the same encoding. */
	async dataPage(encoding: Encoding, count: number, bytes: Uint8Array): Promise<void> {
		this.data ??= this.sink.bytes;
		this.encoding = encoding;
		this.values += count;
		const levels = { definition_level_encoding: 'RLE', repetition_level_encoding: 'RLE' } as const;
		await this.page(bytes, { type: 'DATA_PAGE', data_page_header: { num_values: count, encoding, ...levels } });
	}

	/** Of the pages that were written. */
	facts(bounds: TextBounds): ChunkFacts {
		const { start, uncompressed, dictionary, data = start } = this;
		const compressed = this.sink.bytes - start;
		const encodings: readonly Encoding[] = dictionary === undefined ? [this.encoding] : ['PLAIN', this.encoding];
		const writer = new ByteWriter();
		serializeTCompactProtocol(writer, {
			field_2: BigInt(start),
			field_3: {
				field_1: ParquetTypes.indexOf(type),
				field_2: encodings.map((encoding) => Encodings.indexOf(encoding)),
				field_3: [this.column],
				field_4: CompressionCodecs.indexOf(this.compression.codec),
				field_5: BigInt(this.values),
				field_6: BigInt(uncompressed),
				field_7: BigInt(compressed),
				field_9: BigInt(data),
				field_11: dictionary === undefined ? undefined : BigInt(dictionary),
				field_12: statisticsOf(bounds),
			},
		});
		return { written: writer.getBytes(), uncompressed, compressed };
	}

	private async page(bytes: Uint8Array, kind: PageKind): Promise<void> {
		const compressed = await this.compression.compress(bytes);
		const writer = new ByteWriter();
		writePageHeader(writer, {
			...kind,
			uncompressed_page_size: bytes.length,
			compressed_page_size: compressed.length,
		});
		this.uncompressed += writer.offset + bytes.length;
		await this.sink.write(Buffer.concat([writer.getBytes(), compressed]));
	}
}

function statisticsOf({ min, max }: TextBounds): ReturnType<typeof unconvertStatistics> {
	if (min === undefined || max === undefined) {
		return {};
	}
	const said = unconvertStatistics({ null_count: 0n, min_value: min, max_value: max }, text, boundLength);
	// Behind the very last characters there is no greater text; then none is said.
	const { field_5: greatest } = said;
	const isCut = !(greatest instanceof Uint8Array && greatest.length > boundLength);
	return isCut ? said : { ...said, field_5: undefined, field_7: undefined };
}
