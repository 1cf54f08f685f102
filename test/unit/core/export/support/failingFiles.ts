import { basename } from 'node:path';
import { type Files, nodeFiles } from '../../../../../src/core/files/durableFile';

/** An error as the file system throws it. */
export function systemError(code: string): NodeJS.ErrnoException {
	return Object.assign(new Error(`${code}: made up`), { code, syscall: 'write', errno: -1 });
}

/** The real file system, except that files opened for writing take so many bytes only. */
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

/** The real file system, on which there is room for half of the texts that hold a word. */
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

/** The real file system, except that a write takes at most so many bytes at once. */
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

/** The real file system, except that the first renames fail as they do while a virus scanner looks at the file. */
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

/** The real file system, which notes what makes files last, in order. */
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

/** The real file system, except for what it tells of the disk: as many bytes of it are free as the function says. */
export function filesOnDisk(size: number, free: () => number): Files & { readonly looks: () => number } {
	let looks = 0;
	const statfs = async () => {
		looks++;
		return { bsize: 1, blocks: size, bavail: free() };
	};
	return { ...nodeFiles, statfs, looks: () => looks };
}

/** The real file system, which does not wait for the disk: for tests of what is written and not of when. */
export const quickFiles: Files = {
	...nodeFiles,
	open: async (...parameters) => {
		const handle = await nodeFiles.open(...parameters);
		handle.sync = () => Promise.resolve();
		return handle;
	},
};
