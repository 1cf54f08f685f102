import type { Encoding, PageHeader, ParquetType } from 'hyparquet';
import { CompressionCodecs, Encodings, ParquetTypes } from 'hyparquet/src/constants.js';
import { ByteWriter } from 'hyparquet-writer';
import { writePageHeader } from 'hyparquet-writer/src/datapage.js';
import { serializeTCompactProtocol } from 'hyparquet-writer/src/thrift.js';
import { unconvertStatistics } from 'hyparquet-writer/src/unconvert.js';
import type { ParquetColumnType } from './columnType';
import type { Compression } from './compression';
import type { Bounds } from './textPage';

export const physicalTypes = {
	text: 'BYTE_ARRAY',
	boolean: 'BOOLEAN',
	int64: 'INT64',
	uint64: 'INT64',
	timestamp: 'INT64',
} as const satisfies Record<ParquetColumnType, ParquetType>;

const text = { type: 'BYTE_ARRAY', repetition_type: 'REQUIRED', converted_type: 'UTF8', name: '' } as const;

/**
 * Maximum length, in bytes, of the smallest and the largest value in statistics. If the largest value is longer, it is
 * truncated and rounded up.
 */
const boundLength = 16;

export interface ByteSink {
	readonly bytes: number;
	write(bytes: Uint8Array): Promise<void>;
}

export interface ChunkFacts {
	readonly written: Uint8Array;
	readonly uncompressed: number;
	readonly compressed: number;
}

type PageKind = Omit<PageHeader, 'uncompressed_page_size' | 'compressed_page_size'>;

export class ChunkWriter {
	private readonly start: number;
	private dictionary: number | undefined;
	private data: number | undefined;
	private encoding: Encoding = 'PLAIN';
	private values = 0;
	private uncompressed = 0;

	constructor(
		private readonly column: string,
		private readonly type: ParquetColumnType,
		private readonly sink: ByteSink,
		private readonly compression: Compression,
	) {
		this.start = sink.bytes;
	}

	/** @throws AppError `disk`. `dataPage` throws the same error. */
	async dictionaryPage(count: number, bytes: Uint8Array): Promise<void> {
		this.dictionary = this.sink.bytes;
		await this.page(bytes, {
			type: 'DICTIONARY_PAGE',
			dictionary_page_header: { num_values: count, encoding: 'PLAIN' },
		});
	}

	/** Writes a data page of version 1, which all readers support. All pages of a chunk must have the same encoding. */
	async dataPage(encoding: Encoding, count: number, bytes: Uint8Array): Promise<void> {
		this.data ??= this.sink.bytes;
		this.encoding = encoding;
		this.values += count;
		const levels = { definition_level_encoding: 'RLE', repetition_level_encoding: 'RLE' } as const;
		await this.page(bytes, { type: 'DATA_PAGE', data_page_header: { num_values: count, encoding, ...levels } });
	}

	facts(bounds: Bounds, nulls: number): ChunkFacts {
		const { start, uncompressed, dictionary, data = start } = this;
		const compressed = this.sink.bytes - start;
		const encodings: readonly Encoding[] = dictionary === undefined ? [this.encoding] : ['PLAIN', this.encoding];
		const writer = new ByteWriter();
		serializeTCompactProtocol(writer, {
			field_2: BigInt(start),
			field_3: {
				field_1: ParquetTypes.indexOf(physicalTypes[this.type]),
				field_2: encodings.map((encoding) => Encodings.indexOf(encoding)),
				field_3: [this.column],
				field_4: CompressionCodecs.indexOf(this.compression.codec),
				field_5: BigInt(this.values),
				field_6: BigInt(uncompressed),
				field_7: BigInt(compressed),
				field_9: BigInt(data),
				field_11: dictionary === undefined ? undefined : BigInt(dictionary),
				field_12: statisticsOf(this.type, bounds, nulls),
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

function statisticsOf(
	type: ParquetColumnType,
	{ min, max }: Bounds,
	nulls: number,
): ReturnType<typeof unconvertStatistics> {
	const counts = { field_3: BigInt(nulls) };
	if (min === undefined || max === undefined) {
		return type === 'text' ? {} : counts;
	}
	if (type !== 'text') {
		return { ...counts, field_5: max, field_6: min };
	}
	const said = unconvertStatistics({ null_count: 0n, min_value: min, max_value: max }, text, boundLength);
	// A shortened maximum is omitted if all its bytes are 0xff, because it can't be rounded up.
	const { field_5: greatest } = said;
	const isCut = !(greatest instanceof Uint8Array && greatest.length > boundLength);
	return isCut ? said : { ...said, field_5: undefined, field_7: undefined };
}
