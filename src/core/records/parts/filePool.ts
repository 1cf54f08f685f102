import type { BigIntStats } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import type { ReadableFile } from '../read/readableFile';

/** Systems allow a process a few hundred, and others need some. */
const mostOpen = 24;

interface Opened {
	readonly handle: Promise<FileHandle>;
	users: number;
}

/** Opens files when they are read, and closes those that were not read for longest. */
export class FilePool {
	/** In the order of use. */
	private readonly opened = new Map<string, Opened>();

	/** A file that is opened whenever it is read. */
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
		// One that could not be opened has nothing to close.
		await (await file?.handle.catch(() => undefined))?.close();
	}
}
