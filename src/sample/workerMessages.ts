import type { SampleOptions } from './service';

export type SampleWorkerData = SampleOptions;

/**
 * Message from the worker. The first message is `ready` or `failed`. Later messages confirm the messages that the
 * worker received, in the same order.
 */
export type SampleReport =
	| { readonly type: 'ready'; readonly url: string; readonly token: string }
	/** Confirms a message to the worker. After a new token has been confirmed, it applies to all later requests. */
	| { readonly type: 'followed' }
	| { readonly type: 'failed'; readonly message: string };

export type SampleMessage = { readonly type: 'token'; readonly token: string } | { readonly type: 'stop' };
