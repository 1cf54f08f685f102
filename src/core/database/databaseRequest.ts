import { Readable, type Transform } from 'node:stream';
import { constants, createGzip, createZstdCompress } from 'node:zlib';
import { cancelled, throwIfAborted, untilAborted } from '../common/cancellation';
import { AppError } from '../common/errors';
import type { Log } from '../common/log';
import type { Connections } from '../service/dispatcher';
import { bodyProblem, networkProblem } from '../service/networkProblem';
import { decoded, plainHeaders } from '../service/transport';

/**
 * How rows are packed on the way. `zstd` takes less time than `gzip`, but servers before 22 do not know it; to a server on
 * this machine the way is shorter than any packing.
 */
export type RowPacking = 'gzip' | 'zstd' | 'none';

interface SentRows {
	/** Each piece is good until the next one is asked for. */
	readonly pieces: AsyncIterable<Uint8Array>;
	readonly packing: RowPacking;
}

interface DatabaseRequest {
	/** Its query holds settings, and never a value or a secret. */
	readonly url: URL;
	readonly user: string;
	readonly password: string;
	readonly sql: string;
	/** What follows an INSERT, which then goes into the address; it has names of tables alone. */
	readonly rows?: SentRows | undefined;
	/** Milliseconds until an answer begins; as for all requests where it is undefined. */
	readonly patience?: number | undefined;
}

/** Dispose of it to let go of the connection; a body that was not read to its end is cut off. */
export interface DatabaseAnswer extends Disposable {
	readonly status: number;
	/** Names in lower case. */
	readonly headers: Readonly<Record<string, string>>;
	/** Can be iterated once. @throws AppError `databaseNetwork`, `databaseAnswer`, `cancelled` */
	readonly chunks: AsyncIterable<Uint8Array>;
}

/** Sends one statement and gives the answer when its headers are there. */
export type PostStatement = (request: DatabaseRequest, signal: AbortSignal) => Promise<DatabaseAnswer>;

/** Of what is packed at once (bytes). */
const chunkSize = 128 * 1024;

/** The network is mostly faster than a better packing. */
const gzipOptions = { level: constants.Z_BEST_SPEED, chunkSize };

/** Measured: with a table that stays in the nearest cache a tenth sooner than without, and as small. */
const zstdParams = {
	[constants.ZSTD_c_compressionLevel]: 1,
	[constants.ZSTD_c_windowLog]: 17,
	[constants.ZSTD_c_hashLog]: 13,
};
const zstdOptions = { params: zstdParams, chunkSize };

/** Of a copy: a collection of garbage takes longer over larger ones. */
const copiedBytes = 256 * 1024;

/** What a header can carry. */
const headerValue = /^[\t\x20-\x7e\x80-\xff]*$/;

export function createPost(connections: Connections, log: Log): PostStatement {
	return async ({ url, user, password, sql, rows, patience }, signal) => {
		throwIfAborted(signal);
		// The server reads the bytes of a header as UTF-8.
		const [name = '', secret = ''] = [user || 'default', password].map((text) => Buffer.from(text).toString('latin1'));
		if (!headerValue.test(name) || !headerValue.test(secret)) {
			throw new AppError({ kind: 'databaseSignIn', words: '' });
		}
		const started = performance.now();
		try {
			const { headers: headersTimeout, silentBody: bodyTimeout } = connections.timeouts;
			const asked = new URL(url);
			if (rows) {
				asked.searchParams.set('query', sql);
			}
			const responding = connections.dispatcherFor(url).request({
				origin: asked.origin,
				path: asked.pathname + asked.search,
				method: 'POST',
				headers: {
					'X-ClickHouse-User': name,
					'X-ClickHouse-Key': secret,
					'Accept-Encoding': 'gzip',
					...(rows
						? {
								'Content-Type': 'application/octet-stream',
								...(rows.packing !== 'none' && { 'Content-Encoding': rows.packing }),
							}
						: { 'Content-Type': 'text/plain; charset=utf-8' }),
					'User-Agent': 'app-errors',
				},
				body: rows ? packed(rows) : sql,
				headersTimeout: patience ?? headersTimeout,
				bodyTimeout,
				signal,
			});
			// undici heeds a signal only once it is connected.
			const response = await untilAborted(responding, signal);
			// A body that is cut off must not be an unhandled error.
			const stream: Readable = response.body.on('error', () => {});
			const took = Math.round(performance.now() - started);
			log('debug', `POST ${url.host}${url.pathname}: ${response.statusCode} after ${took} ms`);
			const headers = plainHeaders(response.headers);
			return {
				status: response.statusCode,
				headers,
				chunks: readChunks(stream, headers, url.host, signal),
				[Symbol.dispose]: () => {
					stream.destroy();
				},
			};
		} catch (error) {
			if (error instanceof AppError) {
				// Of whoever makes the rows.
				throw error;
			}
			throw signal.aborted ? cancelled() : ofDatabase(networkProblem(error, url.host));
		}
	};
}

/** What is sent of the rows; whatever goes wrong with them is told by it. */
function packed({ pieces, packing }: SentRows): Readable {
	if (packing === 'none') {
		return Readable.from(copied(pieces));
	}
	const packer = packing === 'zstd' ? createZstdCompress(zstdOptions) : createGzip(gzipOptions);
	feed(packer, pieces).catch((error) => packer.destroy(error));
	return packer;
}

/** Nobody tells when the network has taken a piece. */
async function* copied(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
	for await (const piece of pieces) {
		for (let from = 0; from < piece.length; from += copiedBytes) {
			yield Buffer.from(piece.subarray(from, from + copiedBytes));
		}
	}
}

/** Nothing else is asked for before a piece is used up. */
async function feed(packer: Transform, pieces: AsyncIterable<Uint8Array>): Promise<void> {
	for await (const piece of pieces) {
		await new Promise<void>((resolve, reject) => {
			packer.write(piece, (error) => (error ? reject(error) : resolve()));
		});
	}
	packer.end();
}

async function* readChunks(
	stream: Readable,
	headers: DatabaseAnswer['headers'],
	host: string,
	signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
	try {
		yield* decoded(stream, (headers['content-encoding'] ?? 'identity').toLowerCase());
	} catch (error) {
		throw signal.aborted ? cancelled() : ofDatabase(bodyProblem(error, host, false));
	}
}

/** The same problem, told of a database. */
function ofDatabase(error: AppError): AppError {
	switch (error.problem.kind) {
		case 'network':
			return new AppError({ ...error.problem, kind: 'databaseNetwork' });
		case 'brokenBody':
			return new AppError({ kind: 'databaseAnswer', fault: 'cut' });
		case 'unexpectedBody':
			return new AppError({ kind: 'databaseAnswer', fault: 'malformed' });
		default:
			return error;
	}
}
