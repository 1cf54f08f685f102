import type { SampleOptions } from './service';

/** What the worker is started with: its `workerData`. Unless told otherwise, its now moves on with time. */
export type SampleWorkerData = SampleOptions;

/**
 * What the worker posts: first where it listens, or why it does not; then, for each message in its turn, that it was
 * followed.
 */
export type SampleReport =
	| { readonly type: 'ready'; readonly url: string; readonly token: string }
	/** Requests that are sent from now on meet the change. */
	| { readonly type: 'followed' }
	| { readonly type: 'failed'; readonly message: string };

/** What the worker takes. */
export type SampleMessage =
	/** From now on only this token is accepted. */
	| { readonly type: 'token'; readonly token: string }
	/** Ends every connection and then the worker. */
	| { readonly type: 'stop' };
