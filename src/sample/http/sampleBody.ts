import { setImmediate } from 'node:timers/promises';
import type { SampleRecord } from '../records/source';
import type { RecordWriter } from './recordText';

/** Number of characters to buffer before encoding, so that the cost of individual writes is negligible. */
const chunkLength = 256 * 1024;

/** Maximum time without output before yielding to other work, in milliseconds. */
const maxTurnMs = 20;

/** Generates a body on demand, without blocking timers and other requests even if no records match for a long time. */
export async function* sampleBody(
	batches: Iterable<readonly SampleRecord[]>,
	writer: RecordWriter,
	maxRecords: number,
): AsyncGenerator<Buffer, void> {
	let parts = [writer.head];
	let length = writer.head.length;
	let row = 0;
	let turnEnds = performance.now() + maxTurnMs;
	for (const batch of batches) {
		for (const values of batch.slice(0, maxRecords - row)) {
			const text = writer.record(values, row++);
			parts.push(text);
			length += text.length;
		}
		if (length >= chunkLength) {
			yield Buffer.from(parts.join(''));
			parts = [];
			length = 0;
			turnEnds = performance.now() + maxTurnMs;
		} else if (performance.now() > turnEnds) {
			await setImmediate();
			turnEnds = performance.now() + maxTurnMs;
		}
		if (row >= maxRecords) {
			break;
		}
	}
	parts.push(writer.tail);
	yield Buffer.from(parts.join(''));
}
