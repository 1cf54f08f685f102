import type { Redactor } from './redaction';

/** The body of a 200 answer to an export request, already decompressed. */
export interface ExportBody {
	/**
	 * In order; iterating throws AppError `brokenBody` or `network` when the connection ends early, and
	 * `unexpectedBody` when the body is packed in a way nobody asked for.
	 */
	readonly chunks: AsyncIterable<Uint8Array>;
	/** From Content-Length; undefined when the body is compressed or chunked. */
	readonly totalBytes: number | undefined;
	/**
	 * Nothing but the closing of the connection ends the body (no length, no chunks, no gzip): a connection that was
	 * lost then looks like the end, and only the body's own form can tell.
	 */
	readonly untilClosed?: true;
	/**
	 * Once the body has ended: more came than was announced, and then the connection was closed, so the announced length is
	 * not where the body ends.
	 */
	readonly moreCame?: () => boolean;
}

/**
 * What a consumer made of a body. `queued` is a sentence about the queue sent with status 200, as live services
 * do: it is waited for like a 202.
 */
export type Consumed<T> =
	| { readonly kind: 'whole'; readonly value: T }
	| { readonly kind: 'queued'; readonly words: string };

/**
 * Reads one body to its end. May be called again with a new body after it threw `brokenBody` or `network`, so it
 * starts from nothing each time.
 * @param redact Removes the token from what it quotes of the body.
 */
export type BodyConsumer<T> = (body: ExportBody, signal: AbortSignal, redact?: Redactor) => Promise<Consumed<T>>;
