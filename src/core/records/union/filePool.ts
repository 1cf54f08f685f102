import type { BigIntStats } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import type { ReadableFile } from '../../files/readableFile';

/** Maximum number of open files. Operating systems allow only a few hundred per process. */
const mostOpen = 24;

interface Opened {
	readonly handle: Promise<FileHandle>;
	users: number;
}

/** Opens files on first read, and closes the least recently used ones. */
export class FilePool {
	private readonly opened = new Map<string, Opened>();

	file(path: string): ReadableFile {
		return {
			read: (into, at, length, position) => this.with(path, (handle) => handle.read(into, at, length, position)),
			stat: (options) => this.with<BigIntStats>(path, (handle) => handle.stat(options)),
			close: () => this.close(path),
		};
	}

	private async with<T>(path: string, use: (handle: FileHandle) => Promise<T>): Promise<T> {
		const known = this.opened.get(path);
		const file = known ?? { handle: open(path, 'r'), users: 0 };
		this.opened.delete(path);
		this.opened.set(path, file);
		file.users++;
		try {
			if (!known) {
				await this.closeOldest();
			}
			return await use(await file.handle);
		} finally {
			file.users--;
		}
	}

	private async closeOldest(): Promise<void> {
		for (const [path, { users }] of this.opened) {
			if (this.opened.size <= mostOpen) {
				return;
			}
			if (users === 0) {
				await this.close(path);
			}
		}
	}

	private async close(path: string): Promise<void> {
		const file = this.opened.get(path);
		this.opened.delete(path);
		await (await file?.handle.catch(() => undefined))?.close();
	}
}
