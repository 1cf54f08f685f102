import { basename } from 'node:path';
import { type Files, nodeFiles } from '../../../../../src/core/files/durableFile';

export function systemError(code: string): NodeJS.ErrnoException {
	return Object.assign(new Error(`${code}: made up`), { code, syscall: 'write', errno: -1 });
}

export function filesWithRoomFor(bytes: number, code = 'ENOSPC'): Files {
	let room = bytes;
	return {
		...nodeFiles,
		open: async (...parameters) => {
			const handle = await nodeFiles.open(...parameters);
			const write = handle.write.bind(handle) as (data: Uint8Array, offset: number) => ReturnType<typeof handle.write>;
			handle.write = (async (data: Uint8Array, offset: number) => {
				if (data.length - offset > room) {
					throw systemError(code);
				}
				room -= data.length - offset;
				return write(data, offset);
			}) as typeof handle.write;
			return handle;
		},
	};
}

/** Real file system that writes only half of each text that contains the given word. */
export function filesTearingLinesWith(word: string): Files {
	return {
		...nodeFiles,
		open: async (...parameters) => {
			const handle = await nodeFiles.open(...parameters);
			const writeFile = handle.writeFile.bind(handle);
			handle.writeFile = async (text, ...options) => {
				if (!String(text).includes(word)) {
					return writeFile(text, ...options);
				}
				await writeFile(String(text).slice(0, String(text).length / 2));
				throw systemError('ENOSPC');
			};
			return handle;
		},
	};
}

export function filesWithShortWrites(longest: number): Files {
	return {
		...nodeFiles,
		open: async (...parameters) => {
			const handle = await nodeFiles.open(...parameters);
			const write = handle.write.bind(handle) as (
				data: Uint8Array,
				offset: number,
				length: number,
			) => ReturnType<typeof handle.write>;
			handle.write = ((data: Uint8Array, offset: number) =>
				write(data, offset, Math.min(longest, data.length - offset))) as typeof handle.write;
			return handle;
		},
	};
}

/** Real file system whose first renames fail as if a virus scanner had the file open. */
export function filesBusyFor(renames: number, code = 'EPERM'): Files & { readonly attempts: () => number } {
	let attempts = 0;
	return {
		...nodeFiles,
		rename: async (from, to) => {
			attempts++;
			if (attempts <= renames) {
				throw systemError(code);
			}
			await nodeFiles.rename(from, to);
		},
		attempts: () => attempts,
	};
}

/** Real file system on which another program has a file open for a while, as reported by Windows. */
export function filesOpenElsewhere(code: string): Files & { failNext(changes: number): void } {
	let left = 0;
	const unlessOpen =
		<P extends unknown[], R>(change: (...parameters: P) => Promise<R>) =>
		async (...parameters: P): Promise<R> => {
			if (left-- > 0) {
				throw systemError(code);
			}
			return change(...parameters);
		};
	return {
		...nodeFiles,
		maxBusyMs: 60_000,
		failNext: (changes) => {
			left = changes;
		},
		open: unlessOpen(nodeFiles.open),
		rename: unlessOpen(nodeFiles.rename),
		rm: unlessOpen(nodeFiles.rm),
	};
}

export function filesThatNote(log: string[]): Files {
	return {
		...nodeFiles,
		open: async (...parameters) => {
			const handle = await nodeFiles.open(...parameters);
			const name = basename(String(parameters[0]));
			const sync = handle.sync.bind(handle);
			handle.sync = () => {
				log.push(`sync ${name}`);
				return sync();
			};
			return handle;
		},
		rename: (from, to) => {
			log.push(`rename to ${basename(String(to))}`);
			return nodeFiles.rename(from, to);
		},
	};
}

export function filesOnDisk(size: number, free: () => number): Files & { readonly looks: () => number } {
	let looks = 0;
	const statfs = async () => {
		looks++;
		return { bsize: 1, blocks: size, bavail: free() };
	};
	return { ...nodeFiles, statfs, looks: () => looks };
}

/** Real file system that does not wait until data is durable. */
export const quickFiles: Files = {
	...nodeFiles,
	open: async (...parameters) => {
		const handle = await nodeFiles.open(...parameters);
		handle.sync = () => Promise.resolve();
		return handle;
	},
};
