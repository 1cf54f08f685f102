import type { Redactor } from './redaction';

export interface ExportBody {
	/**
	 * Received parts of the body. Throws `brokenBody` or `network` if the connection ends early, or `unexpectedBody` for
	 * a content encoding that was not requested.
	 */
	readonly chunks: AsyncIterable<Uint8Array>;
	/** Value of Content-Length. Undefined if the body is compressed or chunked. */
	readonly totalBytes: number | undefined;
	/** True if the body ends when the connection closes. Only its content can then show whether data was lost. */
	readonly untilClosed?: true;
	/**
	 * Returns true if the server sent more bytes than announced before the connection was closed. Call this after the
	 * body has ended.
	 */
	readonly moreCame?: () => boolean;
}

/**
 * Result of a consumer. `queued` means that the body is a queue message, which a service can send with status 200
 * instead of 202.
 */
export type Consumed<T> =
	| { readonly kind: 'whole'; readonly value: T }
	| { readonly kind: 'queued'; readonly words: string };

/**
 * Reads a body. After `brokenBody` or `network`, the consumer may be called with a new body and must start from the
 * beginning.
 */
export type BodyConsumer<T> = (body: ExportBody, signal: AbortSignal, redact?: Redactor) => Promise<Consumed<T>>;
