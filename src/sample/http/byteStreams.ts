import { setTimeout } from 'node:timers/promises';

/** Steps in which a slow body is sent. */
const stepsPerSecond = 10;

export async function totalLength(bytes: AsyncIterable<Buffer>): Promise<number> {
	let length = 0;
	for await (const chunk of bytes) {
		length += chunk.length;
	}
	return length;
}

export async function* firstBytes(bytes: AsyncIterable<Buffer>, most: number): AsyncGenerator<Buffer, void> {
	let left = most;
	for await (const chunk of bytes) {
		yield chunk.subarray(0, left);
		left -= chunk.length;
		if (left <= 0) {
			return;
		}
	}
}

/**
 * @param signal Its abort ends the stream.
 * @throws the signal's reason
 */
export async function* slowly(
	bytes: AsyncIterable<Buffer>,
	bytesPerSecond: number,
	signal: AbortSignal,
): AsyncGenerator<Buffer, void> {
	const step = Math.max(1, Math.round(bytesPerSecond / stepsPerSecond));
	for await (const chunk of bytes) {
		for (let start = 0; start < chunk.length; start += step) {
			yield chunk.subarray(start, start + step);
			await setTimeout(1000 / stepsPerSecond, undefined, { signal });
		}
	}
}
