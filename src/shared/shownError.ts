import type { ErrorCodec } from './rpc';

/** Error that the host passes to the webview, which shows the message unchanged. */
export interface ShownError {
	readonly message: string;
	/** Whether the user canceled the operation. In this case, no message is shown. */
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
