import type { Disposable } from '../../../shared/disposables';
import type { ViewState } from '../../../shared/resultsProtocol';
import { keptState } from './initial';
import type { Store } from './store';
import type { Action, State } from './viewState';

/** Milliseconds of quiet before the state is kept: scrolling changes it all the time. */
const quiet = 250;

/** Keeps what outlives the view, whenever it has changed. */
export function keepState(store: Store<State, Action>, keep: (state: ViewState) => void): Disposable {
	let timer: ReturnType<typeof setTimeout> | undefined;
	let kept = JSON.stringify(keptState(store.state));
	const flush = () => {
		clearTimeout(timer);
		timer = undefined;
		const state = keptState(store.state);
		const text = JSON.stringify(state);
		if (text !== kept) {
			kept = text;
			keep(state);
		}
	};
	const subscription = store.subscribe(() => {
		clearTimeout(timer);
		timer = setTimeout(flush, quiet);
	});
	return {
		dispose: () => {
			subscription.dispose();
			flush();
		},
	};
}
