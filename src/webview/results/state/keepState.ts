import type { Disposable } from '../../../shared/disposables';
import type { ViewLayout, ViewState } from '../../../shared/resultsProtocol';
import { keeper, keepQuietly } from '../../common/state/keepQuietly';
import type { Store } from '../../common/state/store';
import { keptState } from './initial';
import { layoutOf } from './layout';
import type { Action, State } from './viewState';

interface Keeping {
	state(state: ViewState): void;
	/** What the next export begins with; undefined for what a file begins with by itself. */
	layout(layout: ViewLayout | undefined): void;
}

/** Keeps what outlives the view, whenever it has changed. */
export function keepState(store: Store<State, Action>, keep: Keeping): Disposable & { flush(): void } {
	return keepQuietly(store, [keeper(keptState, keep.state, store.state), keeper(layoutOf, keep.layout, store.state)]);
}
