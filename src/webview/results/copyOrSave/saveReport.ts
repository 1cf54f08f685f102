import { unsorted } from '../../common/state/viewFilters';
import { describeForOthers, describeGroupKey } from '../../common/words/describeFilter';
import type { Context } from '../context/context';
import { groupQuestion } from '../groups/groupPages';

/** Has the host write what the view shows as a report, and says what the host said about it. */
export function saveReport(context: Context): void {
	const { store, host, t, formats, timeZone } = context;
	const { view, info } = store.state;
	const { key, order, descending } = groupQuestion(store.state);
	const asked = {
		...{ view: unsorted(view), key, order, descending, timeZone },
		filters: view.filters.map((filter) => describeForOthers(filter, info.columns, t, formats)),
		keyWords: describeGroupKey(key, info.columns, t),
	};
	host.call('saveReport', asked).then((words) => words !== '' && context.tell(words), context.fail);
}
