import type {
	ComparisonHost,
	ComparisonStart,
	ComparisonView,
	SavedComparisonPage,
} from '../../shared/protocols/comparisonProtocol';
import { startPage } from '../common/page/startPage';
import { createComparison } from './view';
import './comparison.css';

declare function acquireVsCodeApi(): {
	postMessage(message: unknown): void;
	getState(): SavedComparisonPage | undefined;
	setState(state: SavedComparisonPage): void;
};

startPage<ComparisonView, ComparisonHost, ComparisonStart, SavedComparisonPage>(acquireVsCodeApi(), {
	methods: ['recordsChanged', 'tracesChanged', 'showGroup', 'command'],
	ready: (channel, onShare) => channel.call('ready', undefined, { onProgress: ({ share }) => onShare(share) }),
	build: (root, channel, start, { load, save }) => {
		const { comparison } = start;
		const state = load()?.state ?? start.state;
		// The comparison is saved even if the user changes nothing, so that reloading the window restores the comparison.
		save({ comparison, state });
		return createComparison(root, channel, start, {
			load: () => load()?.state ?? state,
			save: (changed) => save({ comparison, state: changed }),
		});
	},
});
