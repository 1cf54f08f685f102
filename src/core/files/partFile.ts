import type { FileHandle } from 'node:fs/promises';
import { onDisk } from './diskError';
import { type Files, renameDurably } from './durableFile';
import { unfinishedPath } from './unfinished';

/**
 * File that has a temporary name (`unfinished.ts`) until `finish` is called, so a file with the final name is always
 * complete. If the object is disposed before `finish`, the file is deleted.
 */
export class PartFile implements AsyncDisposable {
	private state: 'open' | 'closed' | 'finished' = 'open';

	private constructor(
		private readonly path: string,
		private readonly part: string,
		private readonly handle: FileHandle,
		private readonly files: Files,
	) {}

	/** @throws AppError `disk`, as do `write` and `finish` */
	static open(path: string, files: Files, mode?: number): Promise<PartFile> {
		return onDisk(path, async () => {
			// Removes the file of an earlier attempt, or a link that would redirect the data.
			const part = unfinishedPath(path, 'part', files.mark);
			await files.rm(part, { force: true });
			return new PartFile(path, part, await files.open(part, 'wx', mode), files);
		});
	}

	async write(bytes: Uint8Array): Promise<void> {
		await onDisk(this.path, async () => {
			for (let written = 0; written < bytes.length; ) {
				written += (await this.handle.write(bytes, written)).bytesWritten;
			}
		});
	}

	/** Flushes all bytes to disk and renames the file to its final name. */
	async finish(): Promise<void> {
		await onDisk(this.path, async () => {
			await this.handle.sync();
			await this.close();
			await renameDurably(this.part, this.path, this.files);
			this.state = 'finished';
		});
	}

	/** Deletes the file if it is unfinished. Never throws, so that the original error is reported. */
	async [Symbol.asyncDispose](): Promise<void> {
		if (this.state !== 'finished') {
			await this.close().catch(() => undefined);
			await this.files.rm(this.part, { force: true }).catch(() => undefined);
		}
	}

	private async close(): Promise<void> {
		if (this.state === 'open') {
			this.state = 'closed';
			await this.handle.close();
		}
	}
}
