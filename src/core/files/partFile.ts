import type { FileHandle } from 'node:fs/promises';
import { onDisk } from './diskError';
import { type Files, renameDurably } from './durableFile';
import { unfinishedPath } from './unfinished';

/**
 * A file while it is written, under a name of its own (`unfinished.ts`). It gets its final name in `finish`, so that a file of that name
 * is always whole; disposed before that, nothing of it is left.
 */
export class PartFile implements AsyncDisposable {
	private state: 'open' | 'closed' | 'finished' = 'open';

	private constructor(
		private readonly path: string,
		private readonly part: string,
		private readonly handle: FileHandle,
		private readonly files: Files,
	) {}

	/** @throws AppError `disk`, as `write` and `finish` do. */
	static open(path: string, files: Files, mode?: number): Promise<PartFile> {
		return onDisk(path, async () => {
			// What an earlier attempt left, or a link, which would lead the bytes elsewhere.
			const part = unfinishedPath(path, 'part', files.mark);
			await files.rm(part, { force: true });
			return new PartFile(path, part, await files.open(part, 'wx', mode), files);
		});
	}

	/** The system may write less than it was given, so it is asked until all is written. */
	async write(bytes: Uint8Array): Promise<void> {
		await onDisk(this.path, async () => {
			for (let written = 0; written < bytes.length; ) {
				written += (await this.handle.write(bytes, written)).bytesWritten;
			}
		});
	}

	/** Gives the file its name once every byte is on the disk. */
	async finish(): Promise<void> {
		await onDisk(this.path, async () => {
			await this.handle.sync();
			await this.close();
			await renameDurably(this.part, this.path, this.files);
			this.state = 'finished';
		});
	}

	/** Never throws: what went wrong before is what a person must hear of. */
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
