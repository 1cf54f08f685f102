import { isAscii } from 'node:buffer';
import type { ReadableFile } from '../../../files/readableFile';

const headBytes = 64 * 1024;

/** Maximum number of samples after the beginning of the file, distributed evenly over the file. */
const furtherSamples = 15;

interface FileSample {
	readonly head: Buffer;
	/** Samples from the rest of the file. Empty if the beginning of the file contains non-ASCII characters. */
	readonly more: readonly Buffer[];
}

export async function readSample(handle: Pick<ReadableFile, 'read'>, size: number): Promise<FileSample> {
	const readAt = async (position: number) => {
		const bytes = Buffer.alloc(Math.min(headBytes, Math.max(0, size - position)));
		const { bytesRead } = await handle.read(bytes, 0, bytes.length, position);
		return bytes.subarray(0, bytesRead);
	};
	const head = await readAt(0);
	const rest = size - head.length;
	if (rest <= 0 || !isAscii(head)) {
		return { head, more: [] };
	}
	const count = Math.min(furtherSamples, Math.ceil(rest / headBytes));
	const step = (rest - headBytes) / Math.max(1, count - 1);
	const places = Array.from({ length: count }, (_, index) => head.length + Math.max(0, Math.floor(index * step)));
	return { head, more: await Promise.all(places.map(readAt)) };
}
