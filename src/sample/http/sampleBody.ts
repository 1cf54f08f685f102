import { setImmediate } from 'node:timers/promises';
import type { SampleRecord } from '../records/source';
import type { RecordWriter } from './recordText';

/** Characters that are collected before they become bytes: large enough that the number of writes does not matter. */
const chunkLength = 256 * 1024;

/** Milliseconds without output after which other work gets its turn. */
const maxTurnMs = 20;

/**
 * The bytes of a body, made as they are taken. However long no record matches, timers and other requests go on.
 * @param maxRecords Nothing is sent of what comes after them.
 */
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
