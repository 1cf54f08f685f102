import type { Files } from '../files/durableFile';
import { isMarked, markOf } from '../files/unfinished';
import type { ExportLock } from './exportLock';

/**
 * The file system for the holder of a lock: right before anything is changed it looks whether the lock is still held, so
 * that an owner which was stopped for long touches nothing of the next one's. What it has begun to write bears its mark and
 * is nobody else's: that it may remove whenever it likes.
 */
export function heldFiles(files: Files, { token, assertHeld }: Pick<ExportLock, 'token' | 'assertHeld'>): Files {
	const mark = markOf(token);
	return {
		mark,
		statfs: (path) => files.statfs(path),
		// Nothing makes a folder in one that is held.
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
