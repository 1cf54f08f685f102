import type { BigIntStats } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { FileChange } from '../../../shared/results';
import { onDisk } from '../../files/diskError';
import type { ReadableFile } from '../../files/readableFile';

export class FileState {
	private constructor(
		private readonly path: string,
		private readonly handle: ReadableFile,
		private readonly opened: BigIntStats,
	) {}

	/** @throws AppError `disk`. `change` throws the same error. */
	static async of(path: string, handle: ReadableFile): Promise<FileState> {
		return new FileState(path, handle, await onDisk(path, () => handle.stat({ bigint: true })));
	}

	get size(): number {
		return Number(this.opened.size);
	}

	/**
	 * Returns how the file has changed, if at all. An editor may have replaced the file, so the file that is now at this
	 * path is checked too.
	 */
	async change(): Promise<FileChange | undefined> {
		const { opened } = this;
		const now = await onDisk(this.path, () => this.handle.stat({ bigint: true }));
		if (now.size < opened.size) {
			return 'shortened';
		}
		if (now.size !== opened.size || now.mtimeNs !== opened.mtimeNs) {
			return 'changed';
		}
		const named = await stat(this.path, { bigint: true }).catch(() => undefined);
		if (!named) {
			return 'gone';
		}
		return isOther(opened, named) ? 'replaced' : undefined;
	}
}

/**
 * Returns true if the path now refers to another file. The file number (inode) alone doesn't show this, because some
 * drives report another number each time.
 */
function isOther(opened: BigIntStats, named: BigIntStats): boolean {
	const differs =
		named.size !== opened.size || named.mtimeNs !== opened.mtimeNs || named.birthtimeNs !== opened.birthtimeNs;
	return named.ino !== opened.ino && differs;
}
