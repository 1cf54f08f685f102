import type { Disposable } from '../../../shared/disposables';
import type { RecordFilter } from '../../../shared/results';
import { iconButton, linkButton } from '../../common/dom/button';
import { element, fill } from '../../common/dom/element';
import { visibleText } from '../../common/dom/visibleText';
import { describeFilter } from '../../common/format/describeFilter';
import { filtersOfColumn, removeFilter, toggleValue } from '../../common/state/viewFilters';
import type { Context } from '../context/context';
import { type FilterFields, type FormColumn, fieldsThatSay } from './filterFields';

type Edit = (filter: RecordFilter, fields: FilterFields) => void;

/** Lists a column's filters. Each filter can be removed. Filters that the form can represent can also be edited. */
export function heldFilters(
	context: Context,
	of: FormColumn,
	edit: Edit,
): Disposable & { readonly root: HTMLElement; editFirst(): boolean } {
	const { store, t, formats } = context;
	const list = element('ul', { class: 'panel-filters', 'aria-label': t('Filters') });
	const set = (filters: readonly RecordFilter[]) => {
		store.dispatch({ kind: 'filtersSet', filters });
		list.closest<HTMLElement>('.column-panel')?.querySelector<HTMLElement>('button, input')?.focus();
	};
	const row = (filter: RecordFilter, fields: FilterFields | undefined, remove: () => void) => {
		const words = visibleText(describeFilter(filter, store.state.info.columns, t, formats).predicate);
		const change = fields && linkButton(t('Edit'), () => edit(filter, fields));
		change?.setAttribute('aria-label', t('Edit filter: {0}', words));
		return element(
			'li',
			{ class: 'panel-filter' },
			element('bdi', { class: 'panel-filter-words', title: words }, words),
			change,
			iconButton('close', t('Remove filter: {0}', words), remove),
		);
	};
	const rows = (filter: RecordFilter) => {
		const held = () => store.state.view.filters;
		const fields = fieldsThatSay(filter, of, t);
		if (filter.kind === 'oneOf' && filter.values.length > 1 && !fields) {
			// Values with line breaks can't be edited in the form. Each value therefore has its own row with a button that
			// removes it.
			const not = filter.not ?? false;
			return filter.values.map((value) =>
				row({ ...filter, values: [value] }, undefined, () => set(toggleValue(held(), of.index, value, not))),
			);
		}
		return [row(filter, fields, () => set(removeFilter(held(), filter)))];
	};
	const now = () => filtersOfColumn(store.state.view.filters, of.index);
	const update = () => {
		const filters = now();
		list.hidden = filters.length === 0;
		fill(list, ...filters.flatMap(rows));
	};
	update();
	return {
		root: list,
		editFirst: () => {
			const [first] = now();
			const fields = first && fieldsThatSay(first, of, t);
			if (first && fields) {
				edit(first, fields);
				return true;
			}
			list.querySelector('button')?.focus();
			return first !== undefined;
		},
		...store.onChange(({ view }) => view.filters, update),
	};
}
