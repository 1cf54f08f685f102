import type {
	ComparisonHost,
	ComparisonStart,
	ComparisonView,
	KeptComparisonPage,
} from '../../shared/comparisonProtocol';
import { startPage } from '../common/page/startPage';
import { createComparison } from './view';
import './comparison.css';

declare function acquireVsCodeApi(): {
	postMessage(message: unknown): void;
	getState(): KeptComparisonPage | undefined;
	setState(state: KeptComparisonPage): void;
};

startPage<ComparisonView, ComparisonHost, ComparisonStart, KeptComparisonPage>(acquireVsCodeApi(), {
	methods: ['recordsChanged', 'command'],
	ready: (channel, onShare) => channel.call('ready', undefined, { onProgress: ({ share }) => onShare(share) }),
	build: (root, channel, start, { load, save }) => {
		const { comparison } = start;
		const state = load()?.state ?? start.state;
		// From now on a reload of the window finds what is compared, whether anything was changed or not.
		save({ comparison, state });
		return createComparison(root, channel, start, {
			load: () => load()?.state ?? state,
			save: (changed) => save({ comparison, state: changed }),
		});
	},
});
