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
	/** Percent-encoded so that parsing it changes no byte. */
	readonly url: string;
	readonly token: string;
}

/** Dispose of it to let go of the connection; a body that was not read to its end is cut off. */
export interface Answer extends Disposable {
	readonly status: number;
	/** Names in lower case; several of one name are joined by commas. */
	readonly headers: Readonly<Record<string, string>>;
	/** Can be iterated once. */
	readonly body: ExportBody;
}

/**
 * Sends one GET and gives the answer when its headers are there.
 * @throws AppError `network`, `certificate`, `proxy`, `redirectRefused`, `cancelled`, and
 * `unauthorized` without sending when the token is none that a header can carry
 */
export type Transport = (request: ServiceRequest, signal: AbortSignal) => Promise<Answer>;

const maxRedirects = 5;
const maxQuoteLength = 300;

/** Milliseconds: what follows an answer without being announced comes in the same packet or right behind it. */
const surplusPause = 20;

/** Bytes of a body that may wait until somebody takes them, all in one piece. */
const waitingBytes = 256 * 1024;

/** Bytes that are unpacked at once. Measured: with 64 KiB, unpacking takes a third longer. */
const gunzipChunk = 1024 * 1024;

/** Unpacked bytes that may wait, so that unpacking goes on while what was unpacked is looked at. */
const unpackedBytes = 4 * 1024 * 1024;

export function createTransport(connections: Connections, log: Log): Transport {
	return async ({ url: first, token }, signal) => {
		let url = new URL(first);
		// Where a redirect leads is the service's word, which may repeat the token.
		const named = url.host + url.pathname;
		for (let redirects = 0; ; redirects++) {
			throwIfAborted(signal);
			const { surpluses, closingSurpluses } = connections;
			const started = performance.now();
			const response = await send(connections, url, token, signal);
			const headers = plainHeaders(response.headers);
			const took = Math.round(performance.now() - started);
			log('debug', `GET ${named}: ${response.statusCode} after ${took} ms`);
			const location = redirectLocation(response.statusCode, headers);
			if (location === undefined) {
				return makeAnswer(response, headers, signal, {
					host: url.host,
					hadSurplus: () => connections.surpluses > surpluses,
					hadClosingSurplus: () => connections.closingSurpluses > closingSurpluses,
				});
			}
			response.body.destroy();
			url = followable(location, url, redirects, token);
		}
	};
}

async function send(
	connections: Connections,
	url: URL,
	token: string,
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
				// The service document asks for none, but gateways before a service refuse requests that name no client.
				'User-Agent': 'app-errors',
			},
			headersTimeout,
			bodyTimeout,
			highWaterMark: waitingBytes,
			signal,
		});
		// undici heeds a signal only once it is connected.
		const response = await untilAborted(responding, signal);
		// A body that is cut off must not be an unhandled error.
		response.body.on('error', () => {});
		return response;
	} catch (error) {
		throw signal.aborted ? cancelled() : networkProblem(error, url.host);
	}
}

function makeAnswer(
	response: Dispatcher.ResponseData,
	headers: Answer['headers'],
	signal: AbortSignal,
	{ hadClosingSurplus, ...connection }: ConnectionFacts,
): Answer {
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
			...(plain && length !== undefined && { moreCame: hadClosingSurplus }),
		},
		[Symbol.dispose]: () => {
			stream.destroy();
		},
	};
}

interface ConnectionFacts {
	readonly host: string;
	/** Whether more came than some answer had announced, since this one was asked for. */
	readonly hadSurplus: () => boolean;
	/** The same of answers that close their connection. */
	readonly hadClosingSurplus: () => boolean;
}

interface BodyFacts extends Omit<ConnectionFacts, 'hadClosingSurplus'> {
	readonly coding: string;
	/** Whether there is a Content-Length. */
	readonly announced: boolean;
}

async function* readBody(
	stream: Readable,
	{ coding, announced, host, hadSurplus }: BodyFacts,
	signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
	try {
		yield* decoded(stream, coding);
		// A service that counts characters and not bytes announces too little, and a text cut there may look whole.
		// Packed bodies have a length and a checksum of their own.
		if (announced && coding === 'identity') {
			await pause(surplusPause, undefined, { signal });
			// On a busy machine the pause may pass while what has come waits to be read, which a turn of the loop does.
			await turnOfLoop();
			await turnOfLoop();
			if (hadSurplus()) {
				throw new AppError({ kind: 'brokenBody', fault: 'longerThanAnnounced' });
			}
		}
	} catch (error) {
		throw signal.aborted ? cancelled() : bodyProblem(error, host, announced);
	}
}

/**
 * A body without its coding.
 * @throws AppError `unexpectedBody` for a coding that was not asked for
 */
export function decoded(stream: Readable, coding: string): AsyncIterable<Buffer> {
	switch (coding) {
		case 'identity':
			return stream;
		case 'gzip':
		case 'x-gzip':
			return pipeline(
				// Iterated, a stream gives all that waits at once; piped, it gives small pieces, which take longer to unpack.
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

function redirectLocation(status: number, headers: Answer['headers']): string | undefined {
	return [301, 302, 303, 307, 308].includes(status) ? headers['location'] : undefined;
}

/**
 * Where a redirect leads, if the token may go there: to the same scheme, host and port only.
 * @throws AppError `redirectRefused`
 */
function followable(location: string, from: URL, redirects: number, token: string): URL {
	const to = URL.canParse(location, from.href) ? new URL(location, from.href) : undefined;
	if (to && to.origin === from.origin && to.username === '' && to.password === '' && redirects < maxRedirects) {
		return to;
	}
	// Without its query, which may repeat ours.
	const shown = to ? to.origin + to.pathname : location;
	throw new AppError({
		kind: 'redirectRefused',
		location: cut(createRedactor(token)(plainText(shown)), maxQuoteLength),
	});
}

/** Names in lower case; several of one name are joined by commas. */
export function plainHeaders(headers: Dispatcher.ResponseData['headers']): Answer['headers'] {
	const plain: Record<string, string> = Object.create(null);
	for (const [name, value] of Object.entries(headers)) {
		if (value !== undefined) {
			plain[name] = Array.isArray(value) ? value.join(', ') : value;
		}
	}
	return plain;
}
