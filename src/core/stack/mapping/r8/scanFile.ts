import type { FileHandle } from 'node:fs/promises';
import { lineFeed } from '../../../../shared/ascii';
import { throwIfAborted } from '../../../common/cancellation';
import { Scheduler } from '../../../common/scheduler';
import type { ClassScan } from './classScan';

const chunkBytes = 1024 ** 2;

/** Number of bytes to scan before yielding. It is small, because these bytes can contain thousands of classes. */
const stepBytes = 32 * 1024;

/** Passes a file in chunks to a scan and yields after each chunk. Returns the number of bytes. Throws `cancelled`. */
export async function scanFile(
	handle: FileHandle,
	scan: ClassScan,
	maxClasses: number,
	signal: AbortSignal,
): Promise<number> {
	const scheduler = new Scheduler(signal);
	const bytes = Buffer.allocUnsafeSlow(chunkBytes);
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
			const stepEnd = whole > start ? whole : lineEnd(bytes, start, end);
			scan.push(bytes.subarray(start, stepEnd), size - filled + start);
			start = stepEnd;
			if (scheduler.isYieldDue) {
				await scheduler.yieldNow();
			}
		}
		if (bytesRead === 0 || scan.classes > maxClasses) {
			return size;
		}
		// A line that fills the whole buffer can't be a class line, so it is skipped.
		carried = filled - end === chunkBytes ? 0 : filled - end;
		bytes.copyWithin(0, end, filled);
	}
}

function lineEnd(bytes: Buffer, start: number, end: number): number {
	const found = bytes.indexOf(lineFeed, start);
	return found < 0 || found >= end ? end : found + 1;
}
