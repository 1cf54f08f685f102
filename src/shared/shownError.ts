import type { ErrorCodec } from './rpc';

/** An error as it crosses between webview and host: a message that the host words and the view shows unchanged. */
export interface ShownError {
	readonly message: string;
	/** Somebody wanted it so: nothing to tell. */
	readonly cancelled: boolean;
}

/** Decoded, trouble is an `Error` with the words as its message; cancellation bears the platform's name `AbortError`. */
export function shownErrorCodec(describe: (error: unknown) => ShownError): ErrorCodec {
	return {
		encode: describe,
		decode(wire) {
			const { message, cancelled } = wire as ShownError;
			return cancelled ? new DOMException(message, 'AbortError') : new Error(message);
		},
	};
}
