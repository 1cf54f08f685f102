import type { ResultsHost, ResultsView } from '../../../shared/resultsProtocol';
import type { Channel } from '../../../shared/rpc';
import type { Telling } from '../../common/parts/telling';
import type { Store } from '../../common/state/store';
import type { Action, State } from '../state/viewState';

/** What every part of the view is given. */
export interface Context extends Telling {
	readonly store: Store<State, Action>;
	readonly host: Pick<Channel<ResultsView, ResultsHost>, 'call'>;
	readonly timeZone: string;
}
