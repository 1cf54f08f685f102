import type { OverviewHost, OverviewStart, OverviewView } from '../../shared/protocols/overviewProtocol';
import { startPage } from '../common/page/startPage';
import { createOverview } from './view';
import './overview.css';

declare function acquireVsCodeApi(): {
	postMessage(message: unknown): void;
	getState(): undefined;
	setState(state: undefined): void;
};

startPage<OverviewView, OverviewHost, OverviewStart, undefined>(acquireVsCodeApi(), {
	methods: ['show'],
	ready: (channel) => channel.call('ready', undefined),
	build: createOverview,
});
