import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout } from 'node:timers/promises';
import { createGzip } from 'node:zlib';
import type { RequestFaults } from '../faults/set';
import type { SampleAnswer } from './answer';

/** Delay in milliseconds before a connection is reset. Data that the client has not read by then is lost. */
const timeToRead = 100;

const stepsPerSecond = 10;

type Ending = 'proper' | 'closed' | 'reset' | 'stalled';

/** Sends a response. Resolves when all data has been sent or the client has disconnected. */
export async function deliver(
	answer: SampleAnswer,
	request: IncomingMessage,
	response: ServerResponse,
	faults: RequestFaults,
	signal: AbortSignal,
): Promise<void> {
	const { status, headers, body } = answer;
	if (typeof body === 'string') {
		response.writeHead(status, { ...headers, 'Content-Length': Buffer.byteLength(body) }).end(body);
		return;
	}
	const compress = faults.has('gzipAlways') || faults.has('gzipCutAfter') || acceptsGzip(request);
	const bytes = compress ? () => gzipped(body()) : body;
	const missing = faults.count('shorterThanAnnounced');
	const length = missing !== undefined || faults.has('announceLength') ? await totalLength(bytes()) : undefined;

	response.writeHead(status, {
		...headers,
		...(compress ? { 'Content-Encoding': 'gzip', Vary: 'Accept-Encoding' } : {}),
		...(length === undefined ? {} : { 'Content-Length': length }),
	});
	const { most, ending } = breakOff(faults, length, missing);
	const cut = most === undefined ? bytes() : firstBytes(bytes(), most);
	const speed = faults.count('trickle');
	const paced = speed === undefined ? cut : slowly(cut, speed, signal);
	if (ending === 'proper') {
		await pipeline(paced, response);
	} else {
		await sendAndEnd(paced, response, ending, signal);
	}
}

function breakOff(
	faults: RequestFaults,
	length: number | undefined,
	missing: number | undefined,
): { readonly most: number | undefined; readonly ending: Ending } {
	const candidates: readonly (readonly [number | undefined, Ending])[] = [
		[faults.count('cutAfter'), 'reset'],
		[faults.count('noLastChunk'), 'closed'],
		[faults.count('stallAfter'), 'stalled'],
		[missing === undefined ? undefined : Math.max(0, (length ?? 0) - missing), 'closed'],
		[faults.count('gzipCutAfter'), 'proper'],
	];
	const [most, ending] = candidates.find(([bytes]) => bytes !== undefined) ?? [undefined, 'proper'];
	return { most, ending };
}

/** Sends the bytes. Then resets or closes the connection if an active fault requires this. */
async function sendAndEnd(
	bytes: AsyncIterable<Buffer>,
	response: ServerResponse,
	ending: Ending,
	signal: AbortSignal,
): Promise<void> {
	response.flushHeaders();
	for await (const chunk of bytes) {
		await written(response, chunk);
	}
	if (ending === 'reset') {
		await setTimeout(timeToRead, undefined, { signal });
		response.socket?.resetAndDestroy();
	} else if (ending === 'closed') {
		response.socket?.destroySoon();
	}
}

function written(response: ServerResponse, chunk: Buffer): Promise<void> {
	return new Promise((resolve, reject) => {
		const onClose = () => reject(new Error('the client has gone'));
		response.once('close', onClose);
		response.write(chunk, (error) => {
			response.off('close', onClose);
			if (error) {
				reject(error);
			} else {
				resolve();
			}
		});
	});
}

async function totalLength(bytes: AsyncIterable<Buffer>): Promise<number> {
	let length = 0;
	for await (const chunk of bytes) {
		length += chunk.length;
	}
	return length;
}

async function* firstBytes(bytes: AsyncIterable<Buffer>, most: number): AsyncGenerator<Buffer, void> {
	let left = most;
	for await (const chunk of bytes) {
		yield chunk.subarray(0, left);
		left -= chunk.length;
		if (left <= 0) {
			return;
		}
	}
}

async function* slowly(
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

async function* gzipped(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void> {
	// Fast compression is sufficient, because the fault tests only the client's decompression.
	const gzip = createGzip({ level: 1, chunkSize: 256 * 1024 });
	// The error is ignored here. If the source fails, reading from `gzip` below throws the same error.
	const feeding = pipeline(Readable.from(bytes), gzip).catch(() => undefined);
	try {
		yield* gzip as AsyncIterable<Buffer>;
	} finally {
		gzip.destroy();
		await feeding;
	}
}

function acceptsGzip({ headers }: IncomingMessage): boolean {
	const accepted = String(headers['accept-encoding'] ?? '').split(',');
	return accepted.some((coding) => /^\s*(?:gzip|\*)\s*(?:;\s*q=(?!0(?:\.0*)?\s*$).*)?$/i.test(coding));
}
