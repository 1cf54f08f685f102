import type { SampleOptions } from './service';

export type SampleWorkerData = SampleOptions;

/** Message from the worker. The first one is `ready` or `failed`. Others confirm received messages in order. */
export type SampleReport =
	| { readonly type: 'ready'; readonly url: string; readonly token: string }
	/** Confirms a message. The change applies to all later requests. */
	| { readonly type: 'followed' }
	| { readonly type: 'failed'; readonly message: string };

export type SampleMessage = { readonly type: 'token'; readonly token: string } | { readonly type: 'stop' };
