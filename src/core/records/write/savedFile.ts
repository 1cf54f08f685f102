import { type Files, nodeFiles } from '../../files/durableFile';
import { PartFile } from '../../files/partFile';

/** A file that a person saves. What was there under the name stays until the new one is complete. */
export class SavedFile implements AsyncDisposable {
	private written = 0;

	private constructor(private readonly part: PartFile) {}

	/** @throws AppError `disk`, as `write` and `finish` do. */
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

	/** Gives the file its name once every byte is on the disk. */
	async finish(): Promise<void> {
		await this.part.finish();
	}

	async [Symbol.asyncDispose](): Promise<void> {
		await this.part[Symbol.asyncDispose]();
	}
}
