import type { BigIntStats } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import type { ReadableFile } from '../../files/readableFile';

/** Maximum number of open files. Operating systems may allow only a few hundred per process. */
const mostOpen = 24;

interface Opened {
	readonly handle: Promise<FileHandle>;
	users: number;
}

/** Opens a file when it is first read. Closes the files that haven't been read for the longest time. */
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

/** Opens the next files in advance, because most of the time for opening a file is spent waiting for the disk. */
export class FilePrefetch<P, T extends AsyncDisposable> implements AsyncDisposable {
	private readonly opening: Promise<T>[] = [];
	private begun = 0;

	constructor(
		private readonly paths: readonly P[],
		private readonly open: (path: P) => Promise<T>,
		private readonly ahead: number,
	) {}

	/** Returns the next file, which must exist. The caller must dispose of it. */
	async next(): Promise<T> {
		while (this.begun < this.paths.length && this.opening.length < this.ahead) {
			const opening = this.open(this.paths[this.begun++] as P);
			// Prevents an unhandled rejection. If no earlier file fails, the error is thrown when this file is requested.
			opening.catch(() => undefined);
			this.opening.push(opening);
		}
		const next = this.opening.shift();
		if (!next) {
			throw new RangeError('There is no other');
		}
		return next;
	}

	async [Symbol.asyncDispose](): Promise<void> {
		for (const opened of await Promise.allSettled(this.opening.splice(0))) {
			if (opened.status === 'fulfilled') {
				await opened.value[Symbol.asyncDispose]();
			}
		}
	}
}
