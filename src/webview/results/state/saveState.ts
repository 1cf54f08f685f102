import type { Disposable } from '../../../shared/disposables';
import type { ViewLayout, ViewState } from '../../../shared/protocols/resultsProtocol';
import { saveQuietly, saver } from '../../common/state/saveQuietly';
import type { Store } from '../../common/state/store';
import { restoreState } from './initial';
import { getLayout } from './layout';
import type { Action, State } from './viewState';

interface StateSaver {
	state(state: ViewState): void;
	layout(layout: ViewLayout | undefined): void;
}

export function saveState(store: Store<State, Action>, keep: StateSaver): Disposable & { flush(): void } {
	return saveQuietly(store, [saver(restoreState, keep.state, store.state), saver(getLayout, keep.layout, store.state)]);
}
