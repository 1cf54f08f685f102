import type { FileHandle } from 'node:fs/promises';
import { isBusy, whileBusy } from './busyFiles';
import { onDisk } from './diskError';
import { type Files, openNew, renameDurably } from './durableFile';
import { unfinishedPath } from './unfinished';

/**
 * File that has a temporary name (see `unfinished.ts`) until `finish` is called, so a file with the final name is
 * always complete.
 */
export class PartFile implements AsyncDisposable {
	private state: 'open' | 'closed' | 'finished' = 'open';

	private constructor(
		private readonly path: string,
		private readonly part: string,
		private readonly handle: FileHandle,
		private readonly files: Files,
	) {}

	/** @throws AppError `disk`. `write` and `finish` throw the same error. */
	static open(path: string, files: Files, mode?: number): Promise<PartFile> {
		return onDisk(path, async () => {
			const part = unfinishedPath(path, 'part', files.mark);
			return new PartFile(path, part, await openNew(part, files, mode), files);
		});
	}

	async write(bytes: Uint8Array): Promise<void> {
		await onDisk(this.path, async () => {
			for (let written = 0; written < bytes.length; ) {
				written += (await this.handle.write(bytes, written)).bytesWritten;
			}
		});
	}

	/** @param keepsData If true, the data stays under its temporary name when another program prevents the renaming. */
	async finish({ keepsData = false } = {}): Promise<void> {
		await onDisk(this.path, async () => {
			await this.handle.sync();
			await this.close();
			try {
				if (keepsData) {
					// Windows can't rename a file over a read-only file.
					await whileBusy(this.files, () => this.files.rm(this.path, { force: true }));
				}
				await renameDurably(this.part, this.path, this.files);
			} catch (error) {
				if (keepsData && isBusy(error)) {
					this.state = 'finished';
				}
				throw error;
			}
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
