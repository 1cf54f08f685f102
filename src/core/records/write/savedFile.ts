import type { FileHandle } from 'node:fs/promises';
import { onDisk } from '../../export/diskError';
import { type Files, nodeFiles, renameDurably } from '../../export/durableFile';

/**
 * A file that a person saves. What was there under the name stays until the new one is whole; disposed before that,
 * nothing is left of it.
 */
export class SavedFile implements AsyncDisposable {
	private state: 'open' | 'closed' | 'finished' = 'open';
	private written = 0;

	private constructor(
		private readonly path: string,
		private readonly handle: FileHandle,
		private readonly files: Files,
	) {}

	/** @throws AppError `disk`, as `write` and `finish` do. */
	static create(path: string, files: Files = nodeFiles): Promise<SavedFile> {
		return onDisk(path, async () => new SavedFile(path, await files.open(partOf(path), 'w'), files));
	}

	get bytes(): number {
		return this.written;
	}

	async write(text: string): Promise<void> {
		const bytes = Buffer.from(text);
		await onDisk(this.path, async () => {
			// The system may write less than it was given.
			for (let done = 0; done < bytes.length; ) {
				done += (await this.handle.write(bytes, done)).bytesWritten;
			}
		});
		this.written += bytes.length;
	}

	/** Gives the file its name once every byte is on the disk. */
	async finish(): Promise<void> {
		await onDisk(this.path, async () => {
			await this.handle.sync();
			await this.close();
			await renameDurably(partOf(this.path), this.path, this.files);
			this.state = 'finished';
		});
	}

	/** Never throws: what went wrong before is what a person must hear of. */
	async [Symbol.asyncDispose](): Promise<void> {
		if (this.state !== 'finished') {
			await this.close().catch(() => undefined);
			await this.files.rm(partOf(this.path), { force: true }).catch(() => undefined);
		}
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
