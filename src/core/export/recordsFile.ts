import { onDisk } from './diskError';
import { type Files, nodeFiles } from './durableFile';
import { PartFile, partOf } from './partFile';

/** Bytes gathered before they are written. */
const batchSize = 1024 * 1024;

const ownerOnly = 0o600;

/** Records are evidence: nobody edits them by accident. */
const readOnly = 0o444;

/** A file of records while it is written: in large pieces, and read-only once it is whole. */
export class RecordsFile implements AsyncDisposable {
	private readonly batch = Buffer.allocUnsafeSlow(batchSize);
	private filled = 0;

	private constructor(
		readonly path: string,
		private readonly part: PartFile,
		private readonly files: Files,
	) {}

	/** @throws AppError `disk`, as `write` and `finish` do. */
	static async create(path: string, files: Files = nodeFiles): Promise<RecordsFile> {
		await onDisk(path, async () => {
			// Of an earlier attempt; Windows does not rename onto a read-only file.
			await files.rm(path, { force: true });
			await files.rm(partOf(path), { force: true });
		});
		return new RecordsFile(path, await PartFile.open(path, files, 'wx', ownerOnly), files);
	}

	/** The bytes may change as soon as the promise is fulfilled. */
	async write(bytes: Uint8Array): Promise<void> {
		if (this.filled + bytes.length > batchSize) {
			await this.flush();
		}
		if (bytes.length >= batchSize) {
			await this.part.write(bytes);
			return;
		}
		this.batch.set(bytes, this.filled);
		this.filled += bytes.length;
	}

	/** Gives the file its final name once every byte is on the disk. */
	async finish(): Promise<void> {
		await this.flush();
		await this.part.finish();
		// Drives that know no permissions refuse this; the records are whole all the same.
		await this.files.chmod(this.path, readOnly).catch(() => undefined);
	}

	async [Symbol.asyncDispose](): Promise<void> {
		await this.part[Symbol.asyncDispose]();
	}

	private async flush(): Promise<void> {
		const bytes = this.batch.subarray(0, this.filled);
		this.filled = 0;
		await this.part.write(bytes);
	}
}
