import type { ResultsHost, ResultsView } from '../../../shared/resultsProtocol';
import type { Channel } from '../../../shared/rpc';
import type { Store } from '../state/store';
import type { Action, State } from '../state/viewState';
import type { Formats } from '../words/formats';
import type { Translate } from '../words/translate';

/** What every part of the view is given. */
export interface Context {
	readonly store: Store<State, Action>;
	readonly host: Pick<Channel<ResultsView, ResultsHost>, 'call'>;
	readonly t: Translate;
	readonly formats: Formats;
	readonly timeZone: string;
	/** Said to screen readers only. */
	readonly announce: (text: string) => void;
	/** Shown for a while at the bottom, and announced: what an action did. */
	readonly tell: (text: string) => void;
	/** Shown until the next success. */
	readonly fail: (error: unknown) => void;
}
