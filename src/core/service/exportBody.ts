import type { Redactor } from './redaction';

export interface ExportBody {
	/** Throws `brokenBody` or `network` if the connection ends early, or `unexpectedBody` for an unrequested encoding. */
	readonly chunks: AsyncIterable<Uint8Array>;
	/** Value of Content-Length. Undefined if the body is compressed or chunked. */
	readonly totalBytes: number | undefined;
	/** Set if only closing the connection indicates the end. Only the content then shows whether data was lost. */
	readonly untilClosed?: true;
	/** Whether more bytes than announced were received before the connection was closed. Valid after the end. */
	readonly moreCame?: () => boolean;
}

/** Result of a consumer. `queued` is a queue message with status 200, which is handled like status 202. */
export type Consumed<T> =
	| { readonly kind: 'whole'; readonly value: T }
	| { readonly kind: 'queued'; readonly words: string };

/** After it threw `brokenBody` or `network`, a consumer may be called with a new body and must start from scratch. */
export type BodyConsumer<T> = (body: ExportBody, signal: AbortSignal, redact?: Redactor) => Promise<Consumed<T>>;
