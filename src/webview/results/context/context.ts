import type { ResultsHost, ResultsView } from '../../../shared/protocols/resultsProtocol';
import type { Channel } from '../../../shared/rpc';
import type { Localization } from '../../common/components/localization';
import type { Store } from '../../common/state/store';
import type { Action, State } from '../state/viewState';

export interface Context extends Localization {
	readonly store: Store<State, Action>;
	readonly host: Pick<Channel<ResultsView, ResultsHost>, 'call'>;
	readonly timeZone: string;
}
