import type { Scheduler } from '../../../common/scheduler';
import { type ByteSink, type ChunkFacts, ChunkWriter } from './chunkWriter';
import { ColumnChunk } from './columnChunk';
import { type Compression, pageCompression } from './compression';
import { Footer, type ParquetColumn } from './footer';

const mark = Buffer.from('PAR1');

/** Maximum number of records in a row group. Larger groups compress better but allow less parallel reading. */
const recordsAtOnce = 100_000;
const bytesAtOnce = 48 * 1024 * 1024;
const textsAtOnce = 4096;

/** Writes a Parquet file, which is unreadable until `finish` has been called. */
export class ParquetFile {
	private readonly columns: readonly ParquetColumn[];
	private readonly footer: Footer;
	private chunks: readonly ColumnChunk[];
	private records = 0;
	private held = 0;

	private constructor(
		columns: readonly ParquetColumn[],
		private readonly sink: ByteSink,
		private readonly scheduler: Scheduler,
		private readonly compression: Compression,
	) {
		const names = uniqueNames(columns.map(({ name }) => name));
		this.columns = columns.map(({ type }, index) => ({ name: names[index] ?? '', type }));
		this.footer = new Footer(this.columns);
		this.chunks = this.emptyChunks();
	}

	/** @throws AppError `disk`. `add` and `finish` can also throw `cancelled`. */
	static async begin(
		columns: readonly ParquetColumn[],
		sink: ByteSink,
		scheduler: Scheduler,
		compression = pageCompression(),
	): Promise<ParquetFile> {
		await sink.write(mark);
		return new ParquetFile(columns, sink, scheduler, compression);
	}

	async add(rows: readonly (readonly string[])[], bytes: number): Promise<void> {
		const stride = Math.max(1, Math.floor(textsAtOnce / (this.columns.length + 1)));
		for (const [index, row] of rows.entries()) {
			for (const [column, chunk] of this.chunks.entries()) {
				chunk.add(row[column] ?? '');
			}
			if (index % stride === 0 && this.scheduler.isYieldDue) {
				await this.scheduler.yieldNow();
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
			const { name = '', type = 'text' } = this.columns[column] ?? {};
			facts.push(await chunk.write(new ChunkWriter(name, type, this.sink, this.compression), this.scheduler));
			if (this.scheduler.isYieldDue) {
				await this.scheduler.yieldNow();
			}
		}
		this.footer.addGroup(this.records, facts);
		this.chunks = this.emptyChunks();
		this.records = 0;
		this.held = 0;
	}

	private emptyChunks(): readonly ColumnChunk[] {
		return this.columns.map(({ type }) => new ColumnChunk(type));
	}
}

/** Makes column names nonempty and unique, even for readers that ignore case. */
export function uniqueNames(names: readonly string[]): string[] {
	const used = new Set(names.map((name) => name.toLowerCase()));
	const given = new Set<string>();
	const nextNumber = new Map<string, number>();
	return names.map((name, index) => {
		const wanted = name === '' ? `column_${index + 1}` : name;
		let unique = wanted;
		const isTaken = () => given.has(unique.toLowerCase()) || (unique !== name && used.has(unique.toLowerCase()));
		for (let number = nextNumber.get(wanted) ?? 2; isTaken(); number++) {
			unique = `${wanted}_${number}`;
			nextNumber.set(wanted, number + 1);
		}
		given.add(unique.toLowerCase());
		return unique;
	});
}
