import { sameKey } from '../../../shared/groupFilters';
import type { GroupKey, GroupOrder, TableInfo } from '../../../shared/results';
import { element, fill } from '../../common/dom/element';
import { openMenu } from '../../common/dom/menu';
import { describeGroupKey } from '../../common/format/describeFilter';
import type { Context } from '../context/context';
import { offeredColumns, offersDiffer } from '../state/offeredColumns';
import type { State } from '../state/viewState';

const ofTraces: readonly GroupKey[] = [{ kind: 'frames' }, { kind: 'name' }, { kind: 'message' }, { kind: 'topFrame' }];
function ofValues({ columns }: TableInfo): readonly GroupKey[] {
	return columns.some(({ name }) => name === 'error_name') ? [{ kind: 'name' }] : [];
}

export function keySelector({ store, t }: Context) {
	const root = element('select', { class: 'select', 'aria-label': t('Group by') });
	let keys: readonly GroupKey[] = [];
	const draw = () => {
		const { info, groupKey } = store.state;
		const { columns, more } = offeredColumns(store.state, groupKey.kind === 'column' ? groupKey.column : undefined);
		keys = [
			...(info.valueGroups ? ofValues(info) : ofTraces),
			...columns.map((column): GroupKey => ({ kind: 'column', column })),
		];
		fill(
			root,
			...keys.map((key, index) =>
				element('option', { value: index }, t('by {0}', describeGroupKey(key, info.columns, t))),
			),
			more && element('option', { disabled: true }, t('Hidden columns appear in this list once you show them')),
		);
		root.value = String(keys.findIndex((key) => sameKey(key, groupKey)));
	};
	root.addEventListener('change', () => {
		const key = keys[Number(root.value)];
		if (key) {
			store.dispatch({ kind: 'groupKeyChosen', key });
		}
	});
	draw();
	return {
		root,
		update: (state: State, previous: State) => {
			if (offersDiffer(state, previous) || state.groupKey !== previous.groupKey) {
				draw();
			}
		},
	};
}

export function openOrderMenu({ store, t }: Context, anchor: HTMLElement): void {
	const orders: readonly (readonly [GroupOrder, string])[] = [
		['records', t('Most records')],
		['devices', t('Most devices')],
		['lastSeen', t('Most recently seen')],
		['firstSeen', t('Newest')],
		['trend', t('Fastest growing')],
		['value', t('Name')],
	];
	openMenu(
		anchor,
		t('Sort groups'),
		orders.map(([order, label]) => ({
			kind: 'item',
			label,
			checked: store.state.groupOrder === order,
			run: () => store.dispatch({ kind: 'groupOrderChosen', order }),
		})),
	);
}
