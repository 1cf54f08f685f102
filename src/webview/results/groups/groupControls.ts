import { sameKey } from '../../../shared/groupFilters';
import type { GroupKey, GroupOrder, TableInfo } from '../../../shared/results';
import { element, fill } from '../../common/dom/element';
import { openMenu } from '../../common/dom/menu';
import { describeGroupKey } from '../../common/words/describeFilter';
import type { Context } from '../context/context';
import { offeredColumns, offersDiffer } from '../state/offeredColumns';
import type { State } from '../state/viewState';

const ofTraces: readonly GroupKey[] = [{ kind: 'frames' }, { kind: 'name' }, { kind: 'message' }, { kind: 'topFrame' }];
/** The name, where there is one. */
function ofValues({ columns }: TableInfo): readonly GroupKey[] {
	return columns.some(({ name }) => name === 'error_name') ? [{ kind: 'name' }] : [];
}

/** Chooses what makes records the same error: one of the built-in keys, or any column. */
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
			more && element('option', { disabled: true }, t('Others once they are shown')),
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

/** The orders of groups as a menu. */
export function openOrderMenu({ store, t }: Context, anchor: HTMLElement): void {
	const orders: readonly (readonly [GroupOrder, string])[] = [
		['records', t('Most records first')],
		['devices', t('Most devices first')],
		['lastSeen', t('Last seen first')],
		['firstSeen', t('Newest first')],
		['trend', t('Growing most first')],
		['value', t('By name')],
	];
	openMenu(
		anchor,
		t('Order of groups'),
		orders.map(([order, label]) => ({
			kind: 'item',
			label,
			checked: store.state.groupOrder === order,
			run: () => store.dispatch({ kind: 'groupOrderChosen', order }),
		})),
	);
}
