import type { FileHandle } from 'node:fs/promises';
import { onDisk } from './diskError';
import { type Files, nodeFiles, renameDurably } from './durableFile';

/** Bytes gathered before they are written. */
const batchSize = 1024 * 1024;

const ownerOnly = 0o600;

/** Records are evidence: nobody edits them by accident. */
const readOnly = 0o444;

/**
 * A file of records while it is written. It bears another name until `finish`, so that a file with the final name is
 * always whole; disposed before that, nothing of it is left.
 */
export class RecordsFile implements AsyncDisposable {
	private readonly batch = Buffer.allocUnsafeSlow(batchSize);
	private filled = 0;
	private state: 'open' | 'closed' | 'finished' = 'open';

	private constructor(
		readonly path: string,
		private readonly handle: FileHandle,
		private readonly files: Files,
	) {}

	/** @throws AppError `disk`, as `write` and `finish` do. */
	static async create(path: string, files: Files = nodeFiles): Promise<RecordsFile> {
		return onDisk(path, async () => {
			// Of an earlier attempt; Windows does not rename onto a read-only file.
			await files.rm(path, { force: true });
			await files.rm(partOf(path), { force: true });
			return new RecordsFile(path, await files.open(partOf(path), 'wx', ownerOnly), files);
		});
	}

	/** The bytes may change as soon as the promise is fulfilled. */
	async write(bytes: Uint8Array): Promise<void> {
		if (this.filled + bytes.length > batchSize) {
			await this.flush();
		}
		if (bytes.length >= batchSize) {
			await this.writeOut(bytes);
			return;
		}
		this.batch.set(bytes, this.filled);
		this.filled += bytes.length;
	}

	/** Gives the file its final name once every byte is on the disk. */
	async finish(): Promise<void> {
		await this.flush();
		await onDisk(this.path, async () => {
			await this.handle.sync();
			await this.close();
			await renameDurably(partOf(this.path), this.path, this.files);
			this.state = 'finished';
		});
		// Drives that know no permissions refuse this; the records are whole all the same.
		await this.files.chmod(this.path, readOnly).catch(() => undefined);
	}

	/** Never throws: what went wrong before is what a person must hear of, and the folder is removed after it. */
	async [Symbol.asyncDispose](): Promise<void> {
		if (this.state !== 'finished') {
			await this.close().catch(() => undefined);
			await this.files.rm(partOf(this.path), { force: true }).catch(() => undefined);
		}
	}

	private async flush(): Promise<void> {
		const bytes = this.batch.subarray(0, this.filled);
		this.filled = 0;
		await this.writeOut(bytes);
	}

	/** The system may write less than it was given. */
	private async writeOut(bytes: Uint8Array): Promise<void> {
		await onDisk(this.path, async () => {
			for (let written = 0; written < bytes.length; ) {
				written += (await this.handle.write(bytes, written)).bytesWritten;
			}
		});
	}

	private async close(): Promise<void> {
		if (this.state === 'open') {
			this.state = 'closed';
			await this.handle.close();
		}
	}
}

function partOf(path: string): string {
	return `${path}.part`;
}
