import { element, fill } from '../../common/dom/element';
import type { Anchor } from '../../common/dom/popover';
import { openPopover } from '../../common/dom/popover';
import { visibleText } from '../../common/dom/visibleText';
import { zoneOfColumn } from '../../common/format/clock';
import type { Context } from '../context/context';
import { FilterForm } from './filterForm';
import { heldFilters } from './heldFilters';
import { topValues } from './topValuesList';

export function openColumnPanel(context: Context, index: number, anchor: Anchor, begin: 'values' | 'filters'): void {
	const column = context.store.state.info.columns[index];
	if (!column) {
		return;
	}
	const of = { index, column, timeZone: zoneOfColumn(column, context.timeZone) };
	const content = element('div', { class: 'column-panel' });
	const values = topValues(context, index);
	const form = new FilterForm(context, of, () => popover.close());
	const held = heldFilters(context, of, (filter, fields) => form.edit(filter, fields));
	fill(
		content,
		element('h2', { class: 'panel-title' }, visibleText(column.name)),
		column.meaning !== '' && element('p', { class: 'dim panel-meaning' }, column.meaning),
		held.root,
		values.root,
		form.root,
	);
	const popover = openPopover(anchor, content, {
		label: context.t('Values and filters of {0}', column.name),
		onClose: () => {
			held.dispose();
			values.dispose();
		},
	});
	if (begin === 'values' || !held.editFirst()) {
		values.focus();
	}
}
