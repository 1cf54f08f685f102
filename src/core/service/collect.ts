import { withinMs } from '../common/withinMs';

/** A body's beginning, held in memory. */
interface Collected {
	readonly bytes: Uint8Array;
	/** Whether the body ended within the bounds. */
	readonly whole: boolean;
}

/**
 * Reads a body into memory up to a size.
 * @throws what iterating throws
 */
export async function collect(chunks: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Collected> {
	const parts: Uint8Array[] = [];
	const whole = await gather(chunks, maxBytes, parts);
	return { bytes: Buffer.concat(parts), whole };
}

/**
 * Reads what comes of a body within a size and a time. A body that breaks off gives what came before: this is for
 * refusals, where half a sentence is better than none. The caller lets go of the connection.
 */
export async function collectWithin(
	chunks: AsyncIterable<Uint8Array>,
	{ maxBytes, maxMs }: { readonly maxBytes: number; readonly maxMs: number },
): Promise<Collected> {
	const parts: Uint8Array[] = [];
	const whole = await withinMs(
		gather(chunks, maxBytes, parts).catch(() => false),
		maxMs,
	);
	return { bytes: Buffer.concat(parts), whole: whole === true };
}

async function gather(chunks: AsyncIterable<Uint8Array>, maxBytes: number, parts: Uint8Array[]): Promise<boolean> {
	let room = maxBytes;
	for await (const chunk of chunks) {
		parts.push(chunk.subarray(0, room));
		if (chunk.length > room) {
			return false;
		}
		room -= chunk.length;
	}
	return true;
}
