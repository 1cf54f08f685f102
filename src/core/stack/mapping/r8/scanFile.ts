import type { FileHandle } from 'node:fs/promises';
import { lineFeed } from '../../../common/ascii';
import { throwIfAborted } from '../../../common/cancellation';
import { Pace } from '../../../common/pace';
import type { ClassScan } from './classScan';

const chunkBytes = 1024 ** 2;

/** Bytes that are scanned before others get their turn: they can hold ten thousand classes. */
const stepBytes = 32 * 1024;

/**
 * Gives a whole file to a scan, in parts between which others have their turn.
 * @returns bytes of the file, or of what was read when there were too many classes
 * @throws AppError `cancelled`
 */
export async function scanFile(
	handle: FileHandle,
	scan: ClassScan,
	maxClasses: number,
	signal: AbortSignal,
): Promise<number> {
	const pace = new Pace(signal);
	const bytes = Buffer.allocUnsafeSlow(chunkBytes);
	/** Of the line that the last piece ended in. */
	let carried = 0;
	let size = 0;
	for (;;) {
		throwIfAborted(signal);
		const { bytesRead } = await handle.read(bytes, carried, chunkBytes - carried, size);
		size += bytesRead;
		const filled = carried + bytesRead;
		const end = bytesRead === 0 ? filled : bytes.lastIndexOf(lineFeed, filled - 1) + 1;
		for (let start = 0; start < end && scan.classes <= maxClasses; ) {
			const whole = bytes.lastIndexOf(lineFeed, Math.min(end, start + stepBytes) - 1) + 1;
			// A line that is longer than a step is one of its own.
			const stepEnd = whole > start ? whole : lineEnd(bytes, start, end);
			scan.push(bytes.subarray(start, stepEnd), size - filled + start);
			start = stepEnd;
			if (pace.due) {
				await pace.rest();
			}
		}
		if (bytesRead === 0 || scan.classes > maxClasses) {
			return size;
		}
		// A line that fills everything names no class; what follows of it is taken as lines that mean nothing either.
		carried = filled - end === chunkBytes ? 0 : filled - end;
		bytes.copyWithin(0, end, filled);
	}
}

function lineEnd(bytes: Buffer, start: number, end: number): number {
	const found = bytes.indexOf(lineFeed, start);
	return found < 0 || found >= end ? end : found + 1;
}
