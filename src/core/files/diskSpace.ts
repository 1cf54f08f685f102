import { AppError } from '../common/errors';
import { errorCode } from './diskError';
import type { Files } from './durableFile';

/**
 * What an export leaves free of a disk, so that the system and its journal can go on: 100 MB, or a tenth of a disk that
 * is smaller than ten times that (bytes).
 */
export const largestReserve = 100_000_000;

/** What an export is begun with: less is not worth asking the service for (bytes). */
export const minRoomBytes = 1024 * 1024;

/** Written between two looks at the most, since others write too (bytes). */
const maxStepBytes = 64 * 1024 * 1024;

/** The room on a disk while something is written to it. Where it cannot be known, there is enough until a write fails. */
export class DiskSpace {
	/** Bytes that may be written before the next look. */
	private allowance = 0;

	/** @param path What is written: named by the problem. @param folder Where the disk is asked about; exists. */
	constructor(
		private readonly path: string,
		private readonly folder: string,
		private readonly files: Files,
	) {}

	/**
	 * To be called before bytes are written.
	 * @throws AppError `disk`
	 */
	async take(bytes: number): Promise<void> {
		if (bytes > this.allowance) {
			const left = await this.left();
			if (bytes > left) {
				throw new AppError({ kind: 'disk', fault: 'almostFull', path: this.path, code: 'ENOSPC' });
			}
			// Half, so that the looks become more frequent the less is left.
			this.allowance = Math.max(bytes, Math.min(maxStepBytes, left / 2));
		}
		this.allowance -= bytes;
	}

	/** Above the reserve; not a promise, as others write too. */
	private async left(): Promise<number> {
		try {
			const { bavail, blocks, bsize } = await this.files.statfs(this.folder);
			if (blocks > 0) {
				return bavail * bsize - Math.min(largestReserve, (blocks * bsize) / 10);
			}
		} catch (error) {
			if (errorCode(error) === undefined) {
				throw error;
			}
		}
		// Some network drives tell nothing, or that there is nothing.
		return Number.POSITIVE_INFINITY;
	}
}

/**
 * Whether so many bytes fit beside the reserve, now.
 * @param folder Exists.
 * @throws AppError `disk`
 */
export async function assertRoom(folder: string, bytes: number, files: Files): Promise<void> {
	await new DiskSpace(folder, folder, files).take(bytes);
}
