import type { ResultsHost, ResultsStart, ResultsView, ViewState } from '../../shared/protocols/resultsProtocol';
import { startPage } from '../common/page/startPage';
import { createView } from './view';
import './results.css';

declare function acquireVsCodeApi(): {
	postMessage(message: unknown): void;
	getState(): ViewState | undefined;
	setState(state: ViewState): void;
};

startPage<ResultsView, ResultsHost, ResultsStart, ViewState>(acquireVsCodeApi(), {
	methods: [
		'progress',
		'notices',
		'failed',
		'syncedSetChanged',
		'tracesChanged',
		'groupsChanged',
		'statesChanged',
		'showFilters',
		'command',
	],
	ready: (channel) => channel.call('ready', undefined),
	build: (root, channel, start, { load, save }) =>
		createView(root, channel, start, { load: () => load() ?? start.state, save }),
});
