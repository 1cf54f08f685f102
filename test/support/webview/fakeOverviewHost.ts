import type { OverviewHost, OverviewState, OverviewView } from '../../../src/shared/protocols/overviewProtocol';
import { type FakeEditor, type Faults, fakeEditor } from './fakeEditor';

export interface FakeOverviewOptions extends Faults<keyof OverviewHost> {
	readonly state: OverviewState;
}

declare global {
	interface Window {
		fakeOverview: FakeEditor<OverviewView>;
	}
}

function install(options: FakeOverviewOptions): void {
	const { calls, channel, release } = fakeEditor<OverviewHost, OverviewView>(
		{
			ready: () => ({ state: options.state, strings: {}, language: 'en' }),
			open: () => {},
			whatsNew: () => {},
			sync: () => {},
			run: () => {},
		},
		options,
	);
	window.fakeOverview = { calls, release, say: (method, params) => channel.call(method, params) };
}

install(window.fakeHostOptions as FakeOverviewOptions);
