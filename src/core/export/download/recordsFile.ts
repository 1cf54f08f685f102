import { dirname } from 'node:path';
import { assertRoom, DiskSpace, minRoomBytes } from '../../files/diskSpace';
import { type Files, nodeFiles } from '../../files/durableFile';
import { PartFile } from '../../files/partFile';

const batchSize = 1024 * 1024;

const ownerOnly = 0o600;

/** File mode that protects the records from accidental edits. */
const readOnly = 0o444;

/** Writes records to a file in large batches. The complete file is read-only. */
export class RecordsFile implements AsyncDisposable {
	private batch = Buffer.allocUnsafeSlow(batchSize);
	private filled = 0;
	/** Previous batch, which is written to disk while the next batch is filled. */
	private former = Buffer.allocUnsafeSlow(batchSize);
	private writing: Promise<void> = Promise.resolve();

	private constructor(
		readonly path: string,
		private readonly part: PartFile,
		private readonly space: DiskSpace,
		private readonly files: Files,
	) {}

	/**
	 * @param announced Expected file size in bytes, if known. An error is thrown if the disk doesn't have enough space.
	 */
	static async create(path: string, files: Files = nodeFiles, announced = minRoomBytes): Promise<RecordsFile> {
		await assertRoom(dirname(path), announced, files);
		const part = await PartFile.open(path, files, ownerOnly);
		return new RecordsFile(path, part, new DiskSpace(path, dirname(path), files), files);
	}

	async write(bytes: Uint8Array): Promise<void> {
		if (this.filled + bytes.length > batchSize) {
			await this.flush();
		}
		if (bytes.length >= batchSize) {
			await this.writing;
			await this.put(bytes);
			return;
		}
		this.batch.set(bytes, this.filled);
		this.filled += bytes.length;
	}

	async finish(): Promise<void> {
		await this.flush();
		await this.writing;
		await this.part.finish({ keepsData: true });
		// Errors are ignored, because some file systems don't support permissions, and the records are complete without
		// them.
		await this.files.chmod(this.path, readOnly).catch(() => undefined);
	}

	async [Symbol.asyncDispose](): Promise<void> {
		await this.writing.catch(() => undefined);
		await this.part[Symbol.asyncDispose]();
	}

	/** Starts to write the batch. If writing fails, the next call of this function throws the error. */
	private async flush(): Promise<void> {
		await this.writing;
		const full = this.batch;
		this.writing = this.put(full.subarray(0, this.filled));
		this.writing.catch(() => undefined);
		this.batch = this.former;
		this.former = full;
		this.filled = 0;
	}

	private async put(bytes: Uint8Array): Promise<void> {
		await this.space.take(bytes.length);
		await this.part.write(bytes);
	}
}
