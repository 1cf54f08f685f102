import { PassThrough, pipeline, type Readable } from 'node:stream';
import { setTimeout as pause, setImmediate as turnOfLoop } from 'node:timers/promises';
import { createGunzip } from 'node:zlib';
import type { Dispatcher } from 'undici';
import { cancelled, throwIfAborted, untilAborted } from '../common/cancellation';
import { AppError } from '../common/errors';
import type { Log } from '../common/log';
import { cut, plainText } from '../common/plainText';
import type { Connections } from './dispatcher';
import type { ExportBody } from './exportBody';
import { bodyProblem, networkProblem } from './networkProblem';
import { createRedactor } from './redaction';

export interface ServiceRequest {
	/** Percent-encoded URL in a form that URL parsers don't change. */
	readonly url: string;
	readonly token: string;
	/** If true, bypasses responses that the service prepared for earlier requests. */
	readonly noCache?: boolean | undefined;
}

/** HTTP response. Disposing of it releases the connection and aborts a transfer that is still running. */
export interface HttpResponse extends Disposable {
	readonly status: number;
	/** Headers by lowercase name. Several values of a header are joined by commas. */
	readonly headers: Readonly<Record<string, string>>;
	readonly body: ExportBody;
}

/**
 * Sends a request and resolves when the response headers have arrived.
 * @throws AppError `network`, `certificate`, `proxy`, `redirectRefused`, `cancelled`, `unauthorized`
 */
export type Transport = (request: ServiceRequest, signal: AbortSignal) => Promise<HttpResponse>;

const maxRedirects = 5;
const maxQuoteLength = 300;

/** Milliseconds to wait for extra bytes, which arrive in the response's packet or immediately after it. */
const extraBytesPauseMs = 20;

const waitingBytes = 256 * 1024;

/** Size of the decompression buffer, in bytes. With 64 KiB, decompression takes a third longer (measured). */
const gunzipChunk = 1024 * 1024;

/** Number of decompressed bytes to buffer, so that decompression can continue while the previous data is processed. */
const unpackedBytes = 4 * 1024 * 1024;

export function createTransport(connections: Connections, log: Log): Transport {
	return async ({ url: first, ...request }, signal) => {
		let url = new URL(first);
		// The target of a redirect isn't logged, because the service may have included the token.
		const named = url.host + url.pathname;
		for (let redirects = 0; ; redirects++) {
			throwIfAborted(signal);
			const { extraBytesCount, closingExtraBytesCount } = connections;
			const started = performance.now();
			const response = await send(connections, { ...request, url }, signal);
			const headers = plainHeaders(response.headers);
			const took = Math.round(performance.now() - started);
			log('debug', `GET ${named}: ${response.statusCode} after ${took} ms`);
			const location = redirectLocation(response.statusCode, headers);
			if (location === undefined) {
				return makeAnswer(response, headers, signal, {
					host: url.host,
					hadExtraBytes: () => connections.extraBytesCount > extraBytesCount,
					hadClosingExtraBytes: () => connections.closingExtraBytesCount > closingExtraBytesCount,
				});
			}
			response.body.destroy();
			url = followable(location, url, redirects, request.token);
		}
	};
}

async function send(
	connections: Connections,
	{ url, token, noCache }: Omit<ServiceRequest, 'url'> & { readonly url: URL },
	signal: AbortSignal,
): Promise<Dispatcher.ResponseData> {
	if (!/^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(token)) {
		throw new AppError({ kind: 'unauthorized' });
	}
	const dispatcher = connections.dispatcherFor(url);
	const { headers: headersTimeout, silentBody: bodyTimeout } = connections.timeouts;
	try {
		const responding = dispatcher.request({
			origin: url.origin,
			path: url.pathname + url.search,
			method: 'GET',
			headers: {
				Authorization: `OAuth ${token}`,
				'Accept-Encoding': 'gzip',
				// The service document doesn't require a user agent, but gateways reject requests without one.
				'User-Agent': 'app-errors',
				...(noCache && { 'Cache-Control': 'no-cache' }),
			},
			headersTimeout,
			bodyTimeout,
			highWaterMark: waitingBytes,
			signal,
		});
		// undici checks the signal only after it has established the connection.
		const response = await untilAborted(responding, signal);
		// Without this listener, an aborted body would emit an unhandled `error` event.
		response.body.on('error', () => {});
		return response;
	} catch (error) {
		throw signal.aborted ? cancelled() : networkProblem(error, url.host);
	}
}

function makeAnswer(
	response: Dispatcher.ResponseData,
	headers: HttpResponse['headers'],
	signal: AbortSignal,
	{ hadClosingExtraBytes, ...connection }: ConnectionFacts,
): HttpResponse {
	const stream: Readable = response.body;
	const length = /^\d{1,15}$/.exec(headers['content-length'] ?? '')?.[0];
	const coding = length === '0' ? 'identity' : (headers['content-encoding'] ?? 'identity').toLowerCase();
	const plain = coding === 'identity';
	return {
		status: response.statusCode,
		headers,
		body: {
			chunks: readBody(stream, { coding, announced: length !== undefined, ...connection }, signal),
			totalBytes: plain && length !== undefined ? Number(length) : undefined,
			...(plain && length === undefined && !('transfer-encoding' in headers) && { untilClosed: true }),
			...(plain && length !== undefined && { moreCame: hadClosingExtraBytes }),
		},
		[Symbol.dispose]: () => {
			stream.destroy();
		},
	};
}

interface ConnectionFacts {
	readonly host: string;
	readonly hadExtraBytes: () => boolean;
	readonly hadClosingExtraBytes: () => boolean;
}

interface BodyFacts extends Omit<ConnectionFacts, 'hadClosingExtraBytes'> {
	readonly coding: string;
	readonly announced: boolean;
}

async function* readBody(
	stream: Readable,
	{ coding, announced, host, hadExtraBytes }: BodyFacts,
	signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
	try {
		yield* decoded(stream, coding);
		// A service that counts characters instead of bytes announces a length that is too short. The text is then
		// truncated but can look complete. Compressed bodies contain their length and a checksum, so they don't need this
		// check.
		if (announced && coding === 'identity') {
			await pause(extraBytesPauseMs, undefined, { signal });
			// On a busy computer, the pause may end before the event loop has read the bytes, so two more turns of the loop
			// are awaited.
			await turnOfLoop();
			await turnOfLoop();
			if (hadExtraBytes()) {
				throw new AppError({ kind: 'brokenBody', fault: 'longerThanAnnounced' });
			}
		}
	} catch (error) {
		throw signal.aborted ? cancelled() : bodyProblem(error, host, announced);
	}
}

/** Decompresses a body. Throws `unexpectedBody` if the service used a content encoding that was not requested. */
export function decoded(stream: Readable, coding: string): AsyncIterable<Buffer> {
	switch (coding) {
		case 'identity':
			return stream;
		case 'gzip':
		case 'x-gzip':
			return pipeline(
				// Iterating yields all buffered data at once. A pipe would yield small chunks, which are slower to decompress.
				async function* () {
					yield* stream;
				},
				createGunzip({ chunkSize: gunzipChunk }),
				new PassThrough({ highWaterMark: unpackedBytes }),
				() => {},
			);
		default: {
			const words = cut(plainText(`Content-Encoding: ${coding}`), maxQuoteLength);
			throw new AppError({ kind: 'unexpectedBody', found: 'text', words });
		}
	}
}

function redirectLocation(status: number, headers: HttpResponse['headers']): string | undefined {
	return [301, 302, 303, 307, 308].includes(status) ? headers['location'] : undefined;
}

function followable(location: string, from: URL, redirects: number, token: string): URL {
	const to = URL.canParse(location, from.href) ? new URL(location, from.href) : undefined;
	if (to && to.origin === from.origin && to.username === '' && to.password === '' && redirects < maxRedirects) {
		return to;
	}
	// Omits the query string, which may repeat the query string of the request.
	const shown = to ? to.origin + to.pathname : location;
	throw new AppError({
		kind: 'redirectRefused',
		location: cut(createRedactor(token)(plainText(shown)), maxQuoteLength),
	});
}

export function plainHeaders(headers: Dispatcher.ResponseData['headers']): HttpResponse['headers'] {
	const plain: Record<string, string> = Object.create(null);
	for (const [name, value] of Object.entries(headers)) {
		if (value !== undefined) {
			plain[name] = Array.isArray(value) ? value.join(', ') : value;
		}
	}
	return plain;
}
