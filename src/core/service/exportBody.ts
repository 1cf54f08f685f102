import type { Redactor } from './redaction';

export interface ExportBody {
	/**
	 * Iterating throws `brokenBody` or `network` if the connection ends prematurely, and `unexpectedBody` if the body has
	 * a content encoding that was not requested.
	 */
	readonly chunks: AsyncIterable<Uint8Array>;
	/** Value of Content-Length. Undefined if the body is compressed or chunked. */
	readonly totalBytes: number | undefined;
	/**
	 * Set if the end of the body is indicated only by closing the connection. In this case, a lost connection can be
	 * detected only by the content.
	 */
	readonly untilClosed?: true;
	/** Whether more bytes than announced were received before the connection was closed. Valid after the end. */
	readonly moreCame?: () => boolean;
}

/** Result of a consumer. `queued` is a queue message with status 200, which is handled like status 202. */
export type Consumed<T> =
	| { readonly kind: 'whole'; readonly value: T }
	| { readonly kind: 'queued'; readonly words: string };

/**
 * Reads a body to its end. After the consumer threw `brokenBody` or `network`, it may be called again with a new body
 * and must then start from scratch.
 * @param redact Removes the token from quoted parts of the body.
 */
export type BodyConsumer<T> = (body: ExportBody, signal: AbortSignal, redact?: Redactor) => Promise<Consumed<T>>;
