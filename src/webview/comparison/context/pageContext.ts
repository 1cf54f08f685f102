import type { ComparisonHost, ComparisonStart, ComparisonView } from '../../../shared/protocols/comparisonProtocol';
import type { RecordFilter } from '../../../shared/results';
import type { Channel } from '../../../shared/rpc';
import type { Localization } from '../../common/components/localization';
import type { Store } from '../../common/state/store';
import type { PageState } from '../state/pageState';

export interface PageContext extends Localization {
	readonly store: Store<PageState, Partial<PageState>>;
	readonly host: Pick<Channel<ComparisonView, ComparisonHost>, 'call'>;
	readonly start: ComparisonStart;
	readonly setFilters: (filters: readonly RecordFilter[]) => void;
}
