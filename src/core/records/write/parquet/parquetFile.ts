import type { Pace } from '../../../common/pace';
import { type ByteSink, type ChunkFacts, ChunkWriter } from './chunkWriter';
import { ColumnChunk } from './columnChunk';
import { type Compression, pageCompression } from './compression';
import { Footer } from './footer';
import { uniqueNames } from './uniqueNames';

const mark = Buffer.from('PAR1');

/**
 * Records that are held together until they are written: of so many, or so many bytes of them. The more there are, the
 * fewer times a text that they share is written, and the fewer parts there are that a reader reads at the same time.
 */
const recordsAtOnce = 100_000;
const bytesAtOnce = 48 * 1024 * 1024;
/** So many texts are taken in until it is time to look at the clock. */
const textsAtOnce = 4096;

/** Records in the format Parquet, in which every column is text. Nothing of it can be read before `finish`. */
export class ParquetFile {
	private readonly names: readonly string[];
	private readonly footer: Footer;
	private chunks: readonly ColumnChunk[];
	private records = 0;
	private held = 0;

	private constructor(
		names: readonly string[],
		private readonly sink: ByteSink,
		private readonly pace: Pace,
		private readonly compression: Compression,
	) {
		this.names = uniqueNames(names);
		this.footer = new Footer(this.names);
		this.chunks = this.emptyChunks();
	}

	/**
	 * @param names Of the columns.
	 * @throws AppError `disk`; `add` and `finish` also `cancelled`.
	 */
	static async begin(
		names: readonly string[],
		sink: ByteSink,
		pace: Pace,
		compression = pageCompression(),
	): Promise<ParquetFile> {
		await sink.write(mark);
		return new ParquetFile(names, sink, pace, compression);
	}

	/** @param bytes What the records are in memory, at most. */
	async add(rows: readonly (readonly string[])[], bytes: number): Promise<void> {
		const stride = Math.max(1, Math.floor(textsAtOnce / (this.names.length + 1)));
		for (const [index, row] of rows.entries()) {
			for (const [column, chunk] of this.chunks.entries()) {
				chunk.add(row[column] ?? '');
			}
			if (index % stride === 0 && this.pace.due) {
				await this.pace.rest();
			}
		}
		this.records += rows.length;
		this.held += bytes;
		if (this.records >= recordsAtOnce || this.held >= bytesAtOnce) {
			await this.writeGroup();
		}
	}

	async finish(): Promise<void> {
		await this.writeGroup();
		const end = this.footer.written();
		const length = Buffer.alloc(4);
		length.writeUInt32LE(end.length);
		await this.sink.write(Buffer.concat([end, length, mark]));
	}

	private async writeGroup(): Promise<void> {
		if (this.records === 0) {
			return;
		}
		const facts: ChunkFacts[] = [];
		for (const [column, chunk] of this.chunks.entries()) {
			facts.push(await chunk.write(new ChunkWriter(this.names[column] ?? '', this.sink, this.compression), this.pace));
			if (this.pace.due) {
				await this.pace.rest();
			}
		}
		this.footer.addGroup(this.records, facts);
		this.chunks = this.emptyChunks();
		this.records = 0;
		this.held = 0;
	}

	private emptyChunks(): readonly ColumnChunk[] {
		return this.names.map(() => new ColumnChunk());
	}
}
