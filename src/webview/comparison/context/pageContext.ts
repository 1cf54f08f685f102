import type { ComparisonHost, ComparisonStart, ComparisonView } from '../../../shared/comparisonProtocol';
import type { RecordFilter } from '../../../shared/results';
import type { Channel } from '../../../shared/rpc';
import type { Telling } from '../../common/parts/telling';
import type { Store } from '../../common/state/store';
import type { PageState } from '../state/pageState';

/** What every part of the page is given. */
export interface PageContext extends Telling {
	readonly store: Store<PageState, Partial<PageState>>;
	readonly host: Pick<Channel<ComparisonView, ComparisonHost>, 'call'>;
	readonly start: ComparisonStart;
	/** Of both sides. */
	readonly setFilters: (filters: readonly RecordFilter[]) => void;
}
