import type { ErrorCodec } from './rpc';

/** Error that the host sends to the webview. The webview shows the message unchanged. */
export interface ShownError {
	readonly message: string;
	/** Whether the user canceled the operation, in which case no message is shown. */
	readonly cancelled: boolean;
}

export function shownErrorCodec(describe: (error: unknown) => ShownError): ErrorCodec {
	return {
		encode: describe,
		decode(wire) {
			const { message, cancelled } = wire as ShownError;
			return cancelled ? new DOMException(message, 'AbortError') : new Error(message);
		},
	};
}
