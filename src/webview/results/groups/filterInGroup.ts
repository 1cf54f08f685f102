import { withGroup } from '../../../shared/groupFilters';
import type { GroupValue } from '../../../shared/groupValue';
import type { GroupKey } from '../../../shared/results';
import { toggleValue, valuesChosen } from '../../common/state/viewFilters';
import type { Context } from '../context/context';

export function filterInGroup(
	{ store }: Pick<Context, 'store'>,
	key: GroupKey,
	value: GroupValue,
	only: { readonly column: number; readonly value: string },
): void {
	const filters = withGroup(store.state.view.filters, key, value);
	const isHeld = valuesChosen(filters, only.column, false).includes(only.value);
	store.dispatch({
		kind: 'filtersSet',
		filters: isHeld ? filters : toggleValue(filters, only.column, only.value, false),
	});
}
