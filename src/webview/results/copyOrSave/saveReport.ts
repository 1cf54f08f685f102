import { describeForOthers, describeGroupKey } from '../../common/format/describeFilter';
import { unsorted } from '../../common/state/viewFilters';
import type { Context } from '../context/context';
import { groupQuestion } from '../groups/groupPages';

export function saveReport(context: Context): void {
	const { store, host, t, formats, timeZone } = context;
	const { view, info } = store.state;
	const { key, order, descending } = groupQuestion(store.state);
	const params = {
		view: unsorted(view),
		key,
		order,
		descending,
		timeZone,
		filters: view.filters.map((filter) => describeForOthers(filter, info.columns, t, formats)),
		keyWords: describeGroupKey(key, info.columns, t),
	};
	host.call('saveReport', params).then((words) => words !== '' && context.showStatus(words), context.fail);
}
