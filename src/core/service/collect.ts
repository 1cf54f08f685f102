import { withinMs } from '../common/withinMs';

interface Collected {
	readonly bytes: Uint8Array;
	readonly whole: boolean;
}

export async function collect(chunks: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Collected> {
	const parts: Uint8Array[] = [];
	const whole = await gather(chunks, maxBytes, parts);
	return { bytes: Buffer.concat(parts), whole };
}

/** Reads a body up to a maximum size and time. If the connection breaks, returns the part that was received. */
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
