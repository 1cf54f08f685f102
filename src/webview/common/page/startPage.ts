import { Channel, type Handlers, type Method } from '../../../shared/rpc';
import { shownErrorCodec } from '../../../shared/shownError';
import { textButton } from '../dom/button';
import { element, setAttribute } from '../dom/element';

/** API object from `acquireVsCodeApi`, which can be called only once. */
interface EditorApi<State> {
	postMessage(message: unknown): void;
	getState(): State | undefined;
	setState(state: State): void;
}

type Methods<A> = { [K in keyof A]: Method<unknown, unknown, unknown> };

interface PageOptions<View extends Methods<View>, Host extends Methods<Host>, Start, State> {
	readonly methods: readonly (keyof View & string)[];
	readonly ready: (channel: Channel<View, Host>, onShare: (share: number) => void) => Promise<Start>;
	readonly build: (
		root: HTMLElement,
		channel: Channel<View, Host>,
		start: Start,
		saved: { load(): State | undefined; save(state: State): void },
	) => Handlers<View>;
}

export function startPage<View extends Methods<View>, Host extends Methods<Host>, Start, State>(
	api: EditorApi<State>,
	{ methods, ready, build }: PageOptions<View, Host, Start, State>,
): void {
	let pageIsMade: (page: Handlers<View>) => void = () => {};
	const pageMade = new Promise<Handlers<View>>((resolve) => {
		pageIsMade = resolve;
	});
	// Calls from the host are queued until the page has been built.
	const waiting = Object.fromEntries(
		methods.map((method) => [
			method,
			async (...[params, call]: Parameters<Handlers<View>[typeof method]>) => (await pageMade)[method](params, call),
		]),
	) as unknown as Handlers<View>;
	const channel = new Channel<View, Host>(
		{
			post: (message) => api.postMessage(message),
			onMessage: (listener) =>
				window.addEventListener('message', ({ data, origin }) => {
					// Trusts only messages from the host, which come from the parent frame and have the same origin.
					const isOurs = origin === window.origin && typeof data === 'object' && data !== null;
					if (isOurs && 'type' in data && 'id' in data) {
						listener(data);
					}
				}),
		},
		waiting,
		shownErrorCodec((error) => ({ message: error instanceof Error ? error.message : String(error), cancelled: false })),
	);
	const root = element('div', { id: 'app' });
	document.body.append(root);
	begin();

	function begin(): void {
		root.replaceChildren();
		ready(channel, showShare).then(
			(started) => {
				root.replaceChildren();
				pageIsMade(build(root, channel, started, { load: () => api.getState(), save: (state) => api.setState(state) }));
			},
			(error: Error) => showFailure(error.message),
		);
	}

	/** Shows the loading progress. The label is part of the HTML, because translations are not loaded yet. */
	function showShare(share: number): void {
		const label = document.body.dataset['reading'] ?? '';
		const bar = root.querySelector<HTMLElement>('.progress') ?? element('div', { class: 'progress' });
		setAttribute(bar, 'role', 'progressbar');
		setAttribute(bar, 'aria-label', label);
		setAttribute(bar, 'aria-valuenow', Math.floor(share * 100));
		bar.style.setProperty('--done', `${share * 100}%`);
		if (!bar.isConnected) {
			root.replaceChildren(element('main', { class: 'start-reading dim' }, bar, element('p', {}, label)));
		}
	}

	/** Shows an error with a Retry button, because the file may have been restored or replaced in the meantime. */
	function showFailure(message: string): void {
		document.title = message;
		const retry = textButton(document.body.dataset['retry'] ?? '', begin, 'primary');
		root.replaceChildren(
			element('main', { class: 'start-failure' }, element('div', { role: 'alert' }, element('h1', {}, message)), retry),
		);
	}
}
