import { AppError } from '../common/errors';
import { errorCode } from './diskError';
import type { Files } from './durableFile';

/** Disk space to leave free, in bytes. On a disk with less than 1 GB, a tenth of the disk is left free instead. */
export const largestReserveBytes = 100_000_000;

export const minRoomBytes = 1024 * 1024;

/**
 * Maximum number of bytes to write between two checks of the free space. Regular checks are necessary, because other
 * programs also use the disk.
 */
const maxStepBytes = 64 * 1024 * 1024;

/** Tracks the free disk space while a file is written. Unknown free space counts as sufficient until a write fails. */
export class DiskSpace {
	private allowance = 0;

	constructor(
		private readonly path: string,
		private readonly folder: string,
		private readonly files: Files,
	) {}

	/** Reserves disk space for bytes that are about to be written. Throws `disk` if too little space is free. */
	async take(bytes: number): Promise<void> {
		if (bytes > this.allowance) {
			const left = await this.left();
			if (bytes > left) {
				throw new AppError({ kind: 'disk', fault: 'almostFull', path: this.path, code: 'ENOSPC' });
			}
			// Uses at most half of the free space before the next check, so that a nearly full disk is checked often.
			this.allowance = Math.max(bytes, Math.min(maxStepBytes, left / 2));
		}
		this.allowance -= bytes;
	}

	private async left(): Promise<number> {
		try {
			const { bavail, blocks, bsize } = await this.files.statfs(this.folder);
			if (blocks > 0) {
				return bavail * bsize - Math.min(largestReserveBytes, (blocks * bsize) / 10);
			}
		} catch (error) {
			if (errorCode(error) === undefined) {
				throw error;
			}
		}
		// Some network drives don't report their free space, or report zero.
		return Number.POSITIVE_INFINITY;
	}
}

/** Throws `disk` if the folder's disk has too little space for `bytes` and the reserve. The folder must exist. */
export async function assertRoom(folder: string, bytes: number, files: Files): Promise<void> {
	await new DiskSpace(folder, folder, files).take(bytes);
}
