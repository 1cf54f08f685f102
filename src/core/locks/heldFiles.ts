import type { Files } from '../files/durableFile';
import { getMark, isMarked } from '../files/unfinished';
import type { ExportLock } from './exportLock';

/**
 * Returns file functions that verify the lock before each change, so that an owner that was suspended can't change the
 * next owner's files.
 */
export function heldFiles(files: Files, { token, assertHeld }: Pick<ExportLock, 'token' | 'assertHeld'>): Files {
	const mark = getMark(token);
	return {
		mark,
		...(files.maxBusyMs !== undefined && { maxBusyMs: files.maxBusyMs }),
		statfs: (path) => files.statfs(path),
		mkdir: files.mkdir,
		open: async (path, flags, mode) => {
			if (flags !== 'r' && !isMarked(String(path), mark)) {
				await assertHeld();
			}
			return files.open(path, flags, mode);
		},
		rename: async (from, to) => {
			await assertHeld();
			await files.rename(from, to);
		},
		rm: async (path, options) => {
			if (!isMarked(String(path), mark)) {
				await assertHeld();
			}
			await files.rm(path, options);
		},
		chmod: async (path, mode) => {
			await assertHeld();
			await files.chmod(path, mode);
		},
	};
}
