import type { Disposable } from '../../../shared/disposables';
import type { ViewLayout, ViewState } from '../../../shared/resultsProtocol';
import { listen } from '../dom/listen';
import { keptState } from './initial';
import { layoutOf } from './layout';
import type { Store } from './store';
import type { Action, State } from './viewState';

/** Milliseconds of quiet before the state is kept: scrolling changes it all the time. */
const quiet = 250;

interface Keeping {
	state(state: ViewState): void;
	/** What the next export begins with; undefined for what a file begins with by itself. */
	layout(layout: ViewLayout | undefined): void;
}

/** Keeps what outlives the view, whenever it has changed. */
export function keepState(store: Store<State, Action>, keep: Keeping): Disposable & { flush(): void } {
	let timer: ReturnType<typeof setTimeout> | undefined;
	const keepers = [keeper(keptState, keep.state, store.state), keeper(layoutOf, keep.layout, store.state)];
	const flush = () => {
		clearTimeout(timer);
		timer = undefined;
		for (const look of keepers) {
			look(store.state);
		}
	};
	const subscription = store.subscribe(() => {
		clearTimeout(timer);
		timer = setTimeout(flush, quiet);
	});
	// What is clicked may take the place of the view, before it is quiet.
	const left = listen(window, 'blur', flush);
	return {
		flush,
		dispose: () => {
			subscription.dispose();
			left.dispose();
			flush();
		},
	};
}

/** @returns What hands a part of the state on when it is another one than the last time. */
function keeper<T>(partOf: (state: State) => T, keep: (part: T) => void, state: State): (state: State) => void {
	let kept = JSON.stringify(partOf(state));
	return (now) => {
		const part = partOf(now);
		const text = JSON.stringify(part);
		if (text !== kept) {
			kept = text;
			keep(part);
		}
	};
}
