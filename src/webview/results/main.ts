import type { ResultsHost, ResultsView, ViewState } from '../../shared/resultsProtocol';
import { Channel, type Handlers } from '../../shared/rpc';
import { shownErrorCodec } from '../../shared/shownError';
import { textButton } from './dom/button';
import { element } from './dom/element';
import { createView } from './view';
import './results.css';

declare function acquireVsCodeApi(): {
	postMessage(message: unknown): void;
	getState(): ViewState | undefined;
	setState(state: ViewState): void;
};

start(acquireVsCodeApi());

function start(api: ReturnType<typeof acquireVsCodeApi>): void {
	let viewIsMade: (view: Handlers<ResultsView>) => void = () => {};
	const viewMade = new Promise<Handlers<ResultsView>>((resolve) => {
		viewIsMade = resolve;
	});
	const channel = new Channel<ResultsView, ResultsHost>(
		{
			post: (message) => api.postMessage(message),
			onMessage: (listener) =>
				window.addEventListener('message', ({ data, origin }) => {
					// What the host says comes from the frame around this one, which is of the same origin; any other page of the
					// window could post here too. Tools of the browser post messages of their own.
					const isOurs = origin === window.origin && typeof data === 'object' && data !== null;
					if (isOurs && 'type' in data && 'id' in data) {
						listener(data);
					}
				}),
		},
		{
			// What the host says before the view is made waits for it.
			progress: async (params, call) => (await viewMade).progress(params, call),
			notices: async (params, call) => (await viewMade).notices(params, call),
			failed: async (params, call) => (await viewMade).failed(params, call),
			keptChanged: async (params, call) => (await viewMade).keptChanged(params, call),
			tracesChanged: async (params, call) => (await viewMade).tracesChanged(params, call),
			groupsChanged: async (params, call) => (await viewMade).groupsChanged(params, call),
			command: async (params, call) => (await viewMade).command(params, call),
		},
		shownErrorCodec((error) => ({ message: error instanceof Error ? error.message : String(error), cancelled: false })),
	);
	const root = element('div', { id: 'app' });
	document.body.append(root);
	begin();

	function begin(): void {
		channel.call('ready', undefined).then(
			(started) => {
				root.replaceChildren();
				const kept = { load: () => api.getState() ?? started.state, save: (state: ViewState) => api.setState(state) };
				viewIsMade(createView(root, channel, started, kept));
			},
			(error: Error) => showFailure(error.message),
		);
	}

	/** The file may be there again, or be another one. */
	function showFailure(message: string): void {
		document.title = message;
		const retry = textButton(document.body.dataset['retry'] ?? '', begin, 'primary');
		root.replaceChildren(
			element('main', { class: 'start-failure' }, element('div', { role: 'alert' }, element('h1', {}, message)), retry),
		);
	}
}
