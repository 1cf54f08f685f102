import type { Files } from '../../files/durableFile';
import type { Question } from '../../plan/plan';
import type { RecordsIndex, RecordsIndexer } from '../../records/read/recordsIndexer';
import type { AnswerScan } from '../check/recordScan';
import { scanOfAnswer } from '../check/scanResponse';
import type { WrittenRecords } from '../download/consumeBody';
import { RecordsFile } from '../download/recordsFile';
import type { ChunkRecord } from './chunkRecord';
import type { RecordsFrame } from './recordsForm';

interface FramedFileOptions {
	readonly question: Question;
	readonly files: Files;
	readonly announced: number;
	readonly indexer?: RecordsIndexer | undefined;
}

export class FramedFile implements AsyncDisposable {
	private rows = 0;
	private bytes = 0;

	private constructor(
		private readonly file: RecordsFile,
		private readonly frame: RecordsFrame,
		private readonly index: RecordsIndex | undefined,
		private readonly scan: AnswerScan | undefined,
	) {}

	static async create(path: string, frame: RecordsFrame, options: FramedFileOptions): Promise<FramedFile> {
		const { question, files, announced, indexer } = options;
		const index = indexer?.begin(question.format);
		const scan = index && scanOfAnswer(question, index);
		const framed = new FramedFile(await RecordsFile.create(path, files, announced), frame, index, scan);
		await framed.put(frame.head);
		return framed;
	}

	async write(records: readonly Pick<ChunkRecord, 'text'>[]): Promise<void> {
		const { rows, frame } = this;
		await this.put(
			Buffer.concat(records.flatMap(({ text }, index) => (rows + index === 0 ? [text] : [frame.separator, text]))),
		);
		this.rows += records.length;
	}

	async finish(): Promise<WrittenRecords> {
		const { file, frame, rows } = this;
		await this.put(rows === 0 ? frame.emptyTail : frame.tail);
		await file.finish();
		this.scan?.end();
		await this.index?.keep(file.path);
		return { rows, bytes: this.bytes };
	}

	[Symbol.asyncDispose](): Promise<void> {
		return this.file[Symbol.asyncDispose]();
	}

	private async put(bytes: Buffer): Promise<void> {
		await this.file.write(bytes);
		this.scan?.push(bytes);
		this.bytes += bytes.length;
	}
}
