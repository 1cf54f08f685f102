import { dirname } from 'node:path';
import { onDisk } from '../../files/diskError';
import { assertRoom, DiskSpace, minRoomBytes } from '../../files/diskSpace';
import { type Files, nodeFiles } from '../../files/durableFile';
import { PartFile } from '../../files/partFile';

/** Bytes gathered before they are written. */
const batchSize = 1024 * 1024;

const ownerOnly = 0o600;

/** Records are evidence: nobody edits them by accident. */
const readOnly = 0o444;

/** A file of records while it is written: in large pieces, and read-only once it is complete. */
export class RecordsFile implements AsyncDisposable {
	private batch = Buffer.allocUnsafeSlow(batchSize);
	/** Of the batch. */
	private filled = 0;
	/** The batch before, while it is written and the next one is filled. */
	private former = Buffer.allocUnsafeSlow(batchSize);
	private writing: Promise<void> = Promise.resolve();

	private constructor(
		readonly path: string,
		private readonly part: PartFile,
		private readonly space: DiskSpace,
		private readonly files: Files,
	) {}

	/**
	 * @param announced Bytes that will come, as far as it is known: refused at once when there is no room for them.
	 * @throws AppError `disk`, as `write` and `finish` do.
	 */
	static async create(path: string, files: Files = nodeFiles, announced = minRoomBytes): Promise<RecordsFile> {
		await assertRoom(dirname(path), announced, files);
		const part = await PartFile.open(path, files, ownerOnly);
		return new RecordsFile(path, part, new DiskSpace(path, dirname(path), files), files);
	}

	/** The bytes may change as soon as the promise is fulfilled. */
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

	/** Gives the file its final name once every byte is on the disk. */
	async finish(): Promise<void> {
		await this.flush();
		await this.writing;
		// Windows does not rename onto a read-only file.
		await onDisk(this.path, () => this.files.rm(this.path, { force: true }));
		await this.part.finish();
		// Drives that know no permissions refuse this; the records are whole all the same.
		await this.files.chmod(this.path, readOnly).catch(() => undefined);
	}

	async [Symbol.asyncDispose](): Promise<void> {
		await this.writing.catch(() => undefined);
		await this.part[Symbol.asyncDispose]();
	}

	/** Begins to write the batch. What goes wrong is thrown by the next call. */
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
