import { type Files, nodeFiles } from '../../files/durableFile';
import { PartFile } from '../../files/partFile';

/** A file saved by the user. An existing file is replaced only when the new file is complete. */
export class SavedFile implements AsyncDisposable {
	private written = 0;

	private constructor(private readonly part: PartFile) {}

	/** @throws AppError `disk`, like `write` and `finish`. */
	static async create(path: string, files: Files = nodeFiles): Promise<SavedFile> {
		return new SavedFile(await PartFile.open(path, files));
	}

	get bytes(): number {
		return this.written;
	}

	async write(content: string | Uint8Array): Promise<void> {
		const bytes = typeof content === 'string' ? Buffer.from(content) : content;
		await this.part.write(bytes);
		this.written += bytes.length;
	}

	/** Renames the file to its final name after all bytes are on disk. */
	async finish(): Promise<void> {
		await this.part.finish();
	}

	async [Symbol.asyncDispose](): Promise<void> {
		await this.part[Symbol.asyncDispose]();
	}
}
