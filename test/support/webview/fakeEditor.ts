import { type CallContext, Channel, type Handlers, type Method } from '../../../src/shared/rpc';
import { shownErrorCodec } from '../../../src/shared/shownError';

export interface Faults<Name> {
	readonly failing?: Name;
	readonly held?: Name;
	/** Progress that delayed calls report every 100 ms. */
	readonly heldAt?: unknown;
}

type Methods<A> = { [K in keyof A]: Method<unknown, unknown, unknown> };

export interface FakeEditor<View extends Methods<View>> {
	readonly calls: { readonly method: string; readonly params: unknown }[];
	say<K extends keyof View & string>(method: K, params: View[K]['params']): Promise<unknown>;
	release(): void;
}

declare global {
	interface Window {
		acquireVsCodeApi: () => unknown;
		fakeHostOptions?: unknown;
		hostCalls: FakeEditor<Record<never, never>>['calls'];
	}
}

/** Creates a fake host that records the calls of the page. Methods without a handler return undefined. */
export function fakeEditor<Host extends Methods<Host>, View extends Methods<View>>(
	handlers: Partial<Handlers<Host>>,
	{ failing, held, heldAt }: Faults<keyof Host>,
): Pick<FakeEditor<View>, 'calls' | 'release'> & { readonly channel: Channel<Host, View> } {
	let release: () => void = () => {};
	const released = new Promise<void>((resolve) => {
		release = resolve;
	});
	const calls: FakeEditor<View>['calls'] = [];
	let receive: (message: unknown) => void = () => {};
	// Messages are serialized as in VS Code.
	const crossing = (message: unknown) => JSON.parse(JSON.stringify(message)) as unknown;
	const record = (method: string) => (params: never, context: CallContext<unknown>) => {
		const { report } = context;
		calls.push({ method, params });
		if (method === failing) {
			throw new Error('The engine stopped. Open the file again.');
		}
		const handler = handlers[method as keyof Host] as
			| ((params: never, context: CallContext<unknown>) => unknown)
			| undefined;
		const answer = () => handler?.(params, context);
		if (method !== held) {
			return answer();
		}
		const progress = setInterval(() => heldAt && report(heldAt), 100);
		return released.then(() => {
			clearInterval(progress);
			return answer();
		});
	};
	const recorded = new Proxy({} as Handlers<Host>, {
		get: (_, method) => record(String(method)),
		getOwnPropertyDescriptor: (_, method) => ({ value: record(String(method)), configurable: true }),
	});
	const channel = new Channel<Host, View>(
		{
			post: (message) => {
				const data = crossing(message);
				setTimeout(() => window.dispatchEvent(new MessageEvent('message', { data, origin: window.origin })), 0);
			},
			onMessage: (listener) => {
				receive = listener;
			},
		},
		recorded,
		shownErrorCodec((error) => ({ message: error instanceof Error ? error.message : String(error), cancelled: false })),
	);
	window.acquireVsCodeApi = () => ({
		postMessage: (message: unknown) => {
			const data = crossing(message);
			setTimeout(() => receive(data), 0);
		},
		getState: () => JSON.parse(sessionStorage.getItem('state') ?? 'null') ?? undefined,
		setState: (state: unknown) => sessionStorage.setItem('state', JSON.stringify(state)),
	});
	window.hostCalls = calls;
	return { calls, channel, release: () => release() };
}
